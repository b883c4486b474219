import * as fc from 'fast-check'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedState, type StoredState } from '../support/stored-rows.ts'
import { fuzzRequests } from '../support/http/fuzz-requests.ts'
import { sendRequest, type Reply } from '../support/http/http-client.ts'
import { openApiValidator, type OpenApiValidator } from '../support/http/openapi-validator.ts'
import { startTestService, type TestProject, type TestService } from '../support/service.ts'

/** `npm run soak` asks for more. */
const RUNS = Number(process.env['FUELCARD_SOAK_REQUESTS'] ?? 1_500)

const problems: unknown[] = []
let service: TestService
let project: TestProject
let validator: OpenApiValidator
let cardIds: string[]
const state: StoredState[] = []

beforeAll(async () => {
  service = await startTestService({
    resolver: { resolve: () => Promise.reject(new Error('A test asks no name server')) },
    logger: { log: (level, message, fields) => level === 'error' && problems.push({ message, fields }) },
  })
  project = await service.createProject()
  for (const environment of ['sandbox', 'production'] as const) {
    const cards = await service.importCards(project, environment, [
      { cardNumber: '7000000000000001', providerCardId: 'F-1', status: 'new' },
      {
        cardNumber: '7000000000000002',
        providerCardId: 'F-2',
        status: 'active',
        licensePlate: 'B-XY 12',
        driver: 'Mara Lindqvist',
      },
      {
        cardNumber: '7000000000000003',
        providerCardId: 'F-3',
        status: 'inactive',
        licensePlate: 'M-AB 1',
        driver: 'Jonas Weber',
      },
    ])
    cardIds = [...(cardIds ?? []), ...cards.map((card) => card.id)]
    state.push(storedState(service.dataDir, environment))
  }
  validator = openApiValidator(await service.send('GET', '/v1/openapi.json'))
})
afterAll(async () => {
  for (const opened of state) opened.close()
  await service.close()
})

describe('any request', () => {
  it(
    'gets a documented answer on a connection that stays open, and stores nothing if refused',
    async () => {
      const agent = new Agent({ connections: 1, pipelining: 1, headersTimeout: 10_000 })
      const drops: string[] = []
      agent.on('disconnect', (_origin, _targets, error: Error & { code?: string }) => {
        // The client itself ends a connection after a HEAD, and after a GET with a body.
        if (error.code !== 'UND_ERR_INFO') drops.push(error.message)
      })
      const other = await service.createProject('Other')
      const requests = fuzzRequests(validator.document, {
        projectId: project.id,
        otherProjectId: other.id,
        cardIds,
        keys: [project.keys.sandbox, project.keys.production],
      })
      const seen = new Map<number, number>()

      await fc.assert(
        fc.asyncProperty(requests, async ({ method, path, headers, raw }) => {
          const before = state.map((stored) => stored.read())
          const reply = await sendRequest(agent, service.origin, method, path, {
            headers,
            ...(raw === undefined ? {} : { raw }),
          })
          seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
          expect(reply.status).toBeLessThan(500)
          validator.judge(method, path, reply)
          if (reply.status < 400) return
          const after = state.map((stored) => stored.read())
          expect(after.map((stored) => stored.content)).toEqual(before.map((stored) => stored.content))
          if (!mayBeKept(reply)) expect(after).toEqual(before)
        }),
        { numRuns: RUNS },
      )

      expect(drops).toEqual([])
      expect(problems).toEqual([])
      await agent.close()
      // A run whose requests are all refused at the door would prove nothing.
      for (const status of [200, 400, 401, 403, 404, 405, 413, 415, 422])
        expect([status, (seen.get(status) ?? 0) > 0]).toEqual([status, true])
    },
    RUNS * 72,
  )
})

/** Refusals whose answer is kept for a repeated request with the same key. */
function mayBeKept(reply: Reply): boolean {
  return [
    'error.card_not_found',
    'error.webhook_not_found',
    'error.delivery_not_found',
    'error.webhook_already_exists',
    'error.card_already_active',
    'error.bad_request',
  ].includes(reply.body?.code)
}
