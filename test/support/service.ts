import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Agent } from 'undici'
import type { CreatedApiKey } from '../../src-main/domain/access.ts'
import type { Card } from '../../src-main/domain/card.ts'
import type { EnvironmentName } from '../../src-main/domain/environment-name.ts'
import type { Engine } from '../../src-main/engine/engine.ts'
import type { ChangeContext } from '../../src-main/engine/kernel/change-context.ts'
import {
  answerOddRequests,
  createApi,
  ODD_REQUESTS_OPTIONS,
  unavailableApi,
  type ApiHandler,
  type ApiOptions,
} from '../../src-main/api/api.ts'
import { openTestEngine } from './engine.ts'
import { openApiValidator, type OpenApiValidator } from './http/openapi-validator.ts'
import { sendRequest, type Reply, type RequestOptions } from './http/http-client.ts'

export type { Reply } from './http/http-client.ts'

/** The actor that prepares a test. */
export const CLERK: ChangeContext = { actor: { type: 'clerk', id: null, name: 'Test' }, channel: 'cli' }

export interface TestProject {
  id: string
  /** The texts of its two keys. */
  keys: Record<EnvironmentName, string>
}

export interface TestService {
  readonly engine: Engine
  readonly dataDir: string
  readonly port: number
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string
  /** Sends a request; the answer is validated against the served OpenAPI document before it is returned. */
  send(method: string, path: string, options?: RequestOptions): Promise<Reply>
  createProject(name?: string): Promise<TestProject>
  createKey(projectId: string, environment: EnvironmentName, expiresAt?: string): Promise<CreatedApiKey>
  /** Imports cards as a provider's file would, in this order, and returns them as listed. */
  importCards(project: TestProject, environment: EnvironmentName, cards: readonly Partial<Card>[]): Promise<Card[]>
  /** Stops the engine and opens it again on the same folder, behind the same port. */
  restart(): Promise<void>
  /** Answers as if the engine were closed. */
  standIn(): void
  close(): Promise<void>
}

export type TestServiceOptions = NonNullable<Parameters<typeof openTestEngine>[0]> &
  Partial<Omit<ApiOptions, 'engine' | 'listening' | 'rateLimits'>> & {
    rateLimits?: NonNullable<ApiOptions['rateLimits']> | 'as set'
  }

/** A real engine behind a real HTTP server on a free port; rate limits are off unless given. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const {
    rateLimits = { sandbox: 0, production: 0 },
    allowedHosts = [],
    corsOrigins,
    onRequest,
    ...engineOptions
  } = options
  const opened = await openTestEngine(engineOptions)
  const makeApi = (): ApiHandler =>
    createApi({
      engine: opened.engine,
      ...(rateLimits === 'as set' ? {} : { rateLimits }),
      allowedHosts,
      ...(corsOrigins === undefined ? {} : { corsOrigins }),
      listening: () => ({ host: '127.0.0.1', port }),
      ...(onRequest === undefined ? {} : { onRequest }),
    })
  let port = 0
  let api = makeApi()
  const server = createServer(ODD_REQUESTS_OPTIONS, (request, response) => {
    api(request, response)
  })
  // As the product does: with Node's default of five seconds, a slow test would write to a connection being closed.
  server.keepAliveTimeout = 65_000
  answerOddRequests(server)
  port = await listen(server)
  const origin = `http://127.0.0.1:${port}`
  const agent = new Agent({ connections: 32 })
  const validator: OpenApiValidator = openApiValidator(await sendRequest(agent, origin, 'GET', '/v1/openapi.json'))

  const service: TestService = {
    get engine() {
      return opened.engine
    },
    dataDir: opened.dataDir,
    port,
    origin,
    send: async (method, path, request) => {
      const reply = await sendRequest(agent, origin, method, path, request)
      validator.judge(method, path, reply)
      return reply
    },
    createProject: async (name = 'Fleet') => {
      const { id } = await opened.engine.projects.create(name, CLERK)
      const [sandbox, production] = [await service.createKey(id, 'sandbox'), await service.createKey(id, 'production')]
      return { id, keys: { sandbox: sandbox.key, production: production.key } }
    },
    createKey: (projectId, environment, expiresAt) =>
      opened.engine.keys.create(
        { projectId, environment, name: `${environment} key`, expiresAt: expiresAt ?? null },
        CLERK,
      ),
    importCards: async (project, environment, cards) => {
      const file = join(opened.dataDir, 'cards.csv')
      await writeFile(file, csvOf(cards))
      await opened.engine.environment(environment).imports.run(project.id, { file, apply: true }, CLERK)
      const found = await Promise.all(
        cards.map((card) =>
          opened.engine
            .environment(environment)
            .cards.list(project.id, { page: 1, limit: 1, search: card.cardNumber, sortField: 'createdAt' }),
        ),
      )
      return found.flatMap((page) => page.docs)
    },
    restart: async () => {
      api = unavailableApi
      await opened.reopen()
      api = makeApi()
    },
    standIn: () => {
      api = unavailableApi
    },
    close: async () => {
      await agent.close()
      server.closeAllConnections()
      server.close()
      await opened.close()
    },
  }
  return service
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address')
  return address.port
}

const COLUMNS = ['cardNumber', 'providerCardId', 'status', 'licensePlate', 'driver', 'expirationDate'] as const

function csvOf(cards: readonly Partial<Card>[]): string {
  const lines = cards.map((card) =>
    COLUMNS.map((column) => `"${(card[column] ?? '').replaceAll('"', '""')}"`).join(','),
  )
  return [['Card number', 'Card ID', 'Status', 'License plate', 'Driver', 'Valid until'].join(','), ...lines].join('\n')
}
