import type { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import type * as Driver from 'pg'
import { inject } from 'vitest'

/**
 * The driver `pg`, as tests over PostgreSQL get it in its place: they open and close a thousand engines, and beginning
 * a session, whose backend reads the catalogue anew, costs more than most tests ask of it. So the sessions of an engine
 * that ended are reset by the server, and wait for the next engine with their login and database. One that broke, or is
 * within a transaction, ends as ever.
 */
const driver = createRequire(import.meta.url)('pg') as Omit<typeof Driver, 'Connection'> & {
  Connection: new (config: Driver.ClientConfig) => Connection
}
export const { Pool, types } = driver

/** One that speaks the protocol, as far as it is none of the driver's declarations. */
interface Connection extends EventEmitter {
  readonly stream: Socket
  parsedStatements: object
  submittedNamedStatements: object
  _ending: boolean
  connect(port: number, host: string): void
  startup(settings: object): void
  query(sql: string): void
  end(): void
}

/** The product's; what tests open for themselves is theirs to end. */
const NAME = 'fuelcard-desk'
/** The last statement of a session that is kept, which tells it from one that a test left behind. */
export const RESET = 'DISCARD ALL'
/** The server has 200, for two workers. */
const KEPT_AT_MOST = 60

/** The oldest first. */
const kept = new Set<Session>()
const resets = new Set<Promise<unknown>>()

/** Until the sessions that were given back so far are reset. */
export async function sessionsReset(): Promise<void> {
  await Promise.all(resets)
}

export class Client extends driver.Client {
  constructor(config?: string | Driver.ClientConfig) {
    const isEngine = typeof config === 'object' && config.application_name === NAME
    super(
      isEngine && isDirect(config) ? ({ ...config, connection: sessionFor(config) } as Driver.ClientConfig) : config,
    )
  }
}

/** Not by way of a network that a test breaks, nor to a server that it kills. */
function isDirect({ port }: Driver.ClientConfig): boolean {
  return port === inject('postgres').port
}

function sessionFor(config: Driver.ClientConfig): Session {
  const like = `${config.user} ${config.database}`
  const session = [...kept].findLast((one) => one.like === like)
  if (session === undefined) return new Session(like, config)
  kept.delete(session)
  return session
}

class Session extends driver.Connection {
  readonly like: string
  private key: unknown
  private isKept = false
  /** Hears the server's answers between two clients, in their place. */
  private answered: ((event: string) => void) | undefined

  constructor(like: string, config: Driver.ClientConfig) {
    super(config)
    this.like = like
  }

  override emit(event: string, ...given: unknown[]): boolean {
    if (event === 'backendKeyData') this.key = given[0]
    if (this.answered === undefined || event === 'error' || event === 'end') return super.emit(event, ...given)
    this.answered(event)
    return true
  }

  override connect(port: number, host: string): void {
    if (!this.isKept) return super.connect(port, host)
    this.stream.ref()
    process.nextTick(() => this.emit('connect'))
  }

  override startup(settings: object): void {
    if (!this.isKept) return super.startup(settings)
    this.isKept = false
    this.emit('backendKeyData', this.key)
    this.emit('readyForQuery', { status: 'I' })
  }

  override end(): void {
    if (this.key === undefined || this._ending || !this.stream.writable) return super.end()
    this._ending = true
    const ending = this.giveBack().finally(() => resets.delete(ending))
    resets.add(ending)
  }

  private async giveBack(): Promise<void> {
    if (await this.reset()) this.keep()
    else super.end()
  }

  /** Whether the server did it. */
  private reset(): Promise<boolean> {
    return new Promise((resolve) => {
      let isDone = true
      const finish = (is: boolean) => {
        this.answered = undefined
        this.removeListener('end', lost)
        resolve(is)
      }
      const lost = () => finish(false)
      this.once('end', lost)
      this.answered = (event) => {
        if (event === 'errorMessage') isDone = false
        if (event === 'readyForQuery') finish(isDone)
      }
      this.query(RESET)
    })
  }

  private keep(): void {
    // As if it were closed.
    this.emit('end')
    this.removeAllListeners()
    this.on('error', () => {})
    this.on('end', () => kept.delete(this))
    this.parsedStatements = {}
    this.submittedNamedStatements = {}
    this._ending = false
    this.isKept = true
    // The worker may end.
    this.stream.unref()
    kept.add(this)
    const [oldest] = kept
    if (oldest !== undefined && kept.size > KEPT_AT_MOST) oldest.drop()
  }

  private drop(): void {
    kept.delete(this)
    super.end()
  }
}
