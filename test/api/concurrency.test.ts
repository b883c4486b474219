import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedRows } from '../support/stored-rows.ts'
import { startTestService, type TestProject, type TestService } from '../support/service.ts'

let service: TestService
let project: TestProject

beforeAll(async () => {
  service = await startTestService()
  project = await service.createProject()
})
afterAll(() => service.close())

describe.each(['sandbox', 'production'] as const)('twenty activations of one card at once in %s', (environment) => {
  it('activate it once, with one event and one audit entry', async () => {
    const [card] = await service.importCards(project, environment, [
      { cardNumber: '5000000000000001', providerCardId: 'C-1', status: 'new' },
    ])
    const send = (driver: string) =>
      service.send('POST', `/v1/projects/${project.id}/cards/${card?.id}/activate`, {
        key: project.keys[environment],
        body: { licensePlate: 'B-1', driver },
      })
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => send(`Driver ${index}`)))

    const won = replies.filter((reply) => reply.status === 200)
    const lost = replies.filter((reply) => reply.status === 400)
    expect([won.length, lost.length]).toEqual([1, 19])
    expect(new Set(lost.map((reply) => reply.body.code))).toEqual(new Set(['error.card_already_active']))
    const after = await service.send('GET', `/v1/projects/${project.id}/cards/${card?.id}`, {
      key: project.keys[environment],
    })
    expect(after.body.driver).toBe(won[0]?.body.driver)
    expect(storedRows(service.dataDir, environment, 'event', "name = 'card.activated'")).toBe(1)
    expect(
      storedRows(
        service.dataDir,
        environment,
        'audit_entry',
        "action = 'card.activate' AND actor_type = 'api_key' AND channel = 'api'",
      ),
    ).toBe(1)
    expect(storedRows(service.dataDir, environment, 'job')).toBe(environment === 'production' ? 1 : 0)
  })
})
