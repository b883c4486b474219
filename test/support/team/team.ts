import { execFileSync } from 'node:child_process'
import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createHome, type Home, type RunningService } from '../program.ts'

export const PUBLIC_URL = 'https://fleet.example'
/** Another address of this machine, which plays the proxy; 127.0.0.1 is a stranger. */
export const PROXY = '127.0.0.2'

export interface TeamService extends RunningService {
  home: Home
  /** Where the public listener really is. */
  listensAt: string
  /** The origin of the listener on this machine. */
  local: string
}

/** A service that others reach, as built. */
export async function startTeam(
  words: readonly string[] = ['--trusted-proxy', PROXY],
  home: Home = createHome(),
): Promise<TeamService> {
  await inviteAdministrator(home)
  const service = await home.serve(['--no-demo', '--public-url', PUBLIC_URL, ...words])
  const { listensAt, localUrl } = service.ready
  if (listensAt === undefined || localUrl === undefined) throw new Error('It has only one listener')
  return { ...service, home, listensAt, local: localUrl.slice(0, -'/v1'.length) }
}

/** Without one, no service starts at a public URL. */
export async function inviteAdministrator(home: Home, place: readonly string[] = []): Promise<void> {
  if (invited.has(home)) return
  invited.add(home)
  const ada = ['--administrator', '--email', 'ada@fleet.example', '--name', 'Ada Lovelace']
  await home.json(['people', 'add', ...ada, ...place])
}

const invited = new WeakSet<Home>()

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** The parsed body, or its text. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads into answers whose shape is what it tests
  body: any
}

interface SendOptions {
  method?: string
  headers?: Record<string, string | string[]>
  body?: unknown
  /** The address that the request comes from. */
  from?: string
}

/** A request whose `Host` and sender can be chosen; by default the proxy's, for the public origin. */
export function send(url: string, options: SendOptions = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, from = PROXY } = options
  const target = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = (target.protocol === 'https:' ? tlsRequest : plainRequest)(
      target,
      {
        method,
        headers: {
          host: new URL(PUBLIC_URL).host,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        localAddress: from,
        agent: false,
        // Certificates of tests have no authority.
        rejectUnauthorized: false,
        servername: new URL(PUBLIC_URL).hostname,
      } as never,
      (response) => {
        read(response).then(resolve, reject)
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** The calls of a page of the local owner, who signs in by the link that the service printed. */
export async function ownerOf({ local, ready }: Pick<TeamService, 'local' | 'ready'>) {
  const here = { from: '127.0.0.1', method: 'POST', headers: { host: new URL(local).host } }
  const login = await send(`${local}/bridge/login`, { ...here, body: { token: ready.uiUrl?.split('#login=')[1] } })
  const { proof } = (login.body as { value: { proof: string } }).value
  const cookie = login.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const headers = { ...here.headers, cookie, 'x-fuelcard-session': proof }
  return {
    secrets: { cookie: cookie.slice(cookie.indexOf('=') + 1), proof },
    /** What the service answers, with its status. */
    ask: (name: string, input: unknown) => send(`${local}/bridge/call/${name}`, { ...here, headers, body: input }),
    /** The value of a call that must succeed. */
    call: async <Result>(name: string, input: unknown): Promise<Result> => {
      const { body } = await send(`${local}/bridge/call/${name}`, { ...here, headers, body: input })
      if (body.ok !== true) throw new Error(`${name}: ${JSON.stringify(body)}`)
      return body.value as Result
    },
  }
}

async function read(response: IncomingMessage): Promise<Answer> {
  const answer = await text(response)
  const isJson = response.headers['content-type']?.startsWith('application/json') === true
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: isJson && answer !== '' ? JSON.parse(answer) : answer,
  }
}

/** A certificate for the public host, made by openssl. */
export function makeCertificate(
  folder: string,
  name: string,
  subject = 'fleet.example',
): { cert: string; key: string } {
  const files = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) }
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${subject} -addext subjectAltName=DNS:fleet.example`
  execFileSync('openssl', [...words.split(' '), '-out', files.cert, '-keyout', files.key], { stdio: 'ignore' })
  return files
}
