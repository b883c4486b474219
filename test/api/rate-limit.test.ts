import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeClock, type FakeClock } from '../support/engine.ts'
import { startTestService, type TestProject, type TestService } from '../support/service.ts'

let clock: FakeClock
let service: TestService
let project: TestProject

beforeEach(async () => {
  clock = fakeClock('2026-03-14T15:09:26.535Z')
  service = await startTestService({ wallClock: clock, rateLimits: { sandbox: 3, production: 5 } })
  project = await service.createProject()
})
afterEach(() => service.close())

const list = (key = project.keys.sandbox) => service.send('GET', `/v1/projects/${project.id}/cards`, { key })
const allowance = (reply: Awaited<ReturnType<typeof list>>) =>
  ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) => Number(reply.headers[name]))

describe('the rate limit', () => {
  it('counts down and refuses the excess until the minute is over', async () => {
    const reset = Math.ceil((clock.now().getTime() + 60_000) / 1000)
    expect([allowance(await list()), allowance(await list()), allowance(await list())]).toEqual([
      [3, 2, reset],
      [3, 1, reset],
      [3, 0, reset],
    ])
    clock.advance(20_000)
    const refused = await list()
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'error.rate_limited' },
      headers: { 'retry-after': '40' },
    })
    expect(allowance(refused)).toEqual([3, 0, reset])
    clock.advance(39_999)
    expect((await list()).headers['retry-after']).toBe('1')
    clock.advance(1)
    expect(allowance(await list())).toEqual([3, 2, reset + 60])
  })

  it('applies to each key separately, and is higher in production', async () => {
    for (let count = 0; count < 4; count += 1) await list()
    expect((await list()).status).toBe(429)
    expect(allowance(await list(project.keys.production)).slice(0, 2)).toEqual([5, 4])
    expect((await list((await service.createKey(project.id, 'sandbox')).key)).status).toBe(200)
  })

  it('is counted and reported in every answer to an accepted key, whatever the answer', async () => {
    const send = (method: string, path: string) => service.send(method, path, { key: project.keys.production })
    const replies = [
      await send('GET', '/v1/nothing'),
      await send('DELETE', `/v1/projects/${project.id}/cards`),
      await send('GET', `/v1/projects/abc/cards`),
      await send('GET', `/v1/projects/${project.id}/cards?limit=0`),
    ]
    expect(replies.map((reply) => [reply.status, ...allowance(reply).slice(0, 2)])).toEqual([
      [404, 5, 4],
      [405, 5, 3],
      [403, 5, 2],
      [400, 5, 1],
    ])
  })

  it('is neither counted nor reported if no key is needed', async () => {
    for (let count = 0; count < 6; count += 1)
      expect((await service.send('GET', '/v1/health')).headers['x-ratelimit-limit']).toBeUndefined()
  })

  it('locks no client out when the clock is set back an hour', async () => {
    for (let count = 0; count < 4; count += 1) await list()
    clock.advance(-3_600_000)
    expect((await list()).status).toBe(200)
  })
})

describe('a rate limit of 0', () => {
  it('is no limit, and is not reported', async () => {
    const unlimited = await startTestService({ rateLimits: { sandbox: 0, production: 2 } })
    const { id, keys } = await unlimited.createProject()
    for (let count = 0; count < 5; count += 1) {
      const reply = await unlimited.send('GET', `/v1/projects/${id}/cards`, { key: keys.sandbox })
      expect(reply.status).toBe(200)
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
    }
    await unlimited.close()
  })
})
