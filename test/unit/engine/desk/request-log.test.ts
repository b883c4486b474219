import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RequestLogEntry } from '../../../../src-main/domain/desk/live-event.ts'
import type { Engine } from '../../../../src-main/engine/engine.ts'
import { KEPT_REQUESTS } from '../../../../src-main/engine/desk/request-log.ts'
import { openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { rowsOf } from '../../../support/rows.ts'

let opened: TestEngine
let engine: Engine

beforeEach(async () => {
  opened = await openTestEngine()
  engine = opened.engine
})

afterEach(() => opened.close())

const entry = (id: string, changes: Partial<RequestLogEntry> = {}): RequestLogEntry => ({
  id,
  time: '2026-03-14T15:09:26.535Z',
  method: 'GET',
  path: '/v1/projects/p/cards',
  ignored: null,
  status: 200,
  durationMs: 1.25,
  keyId: 'k',
  keyName: 'Key',
  projectId: 'p',
  environment: 'sandbox',
  refusal: null,
  ...changes,
})
const list = (filter: Parameters<Engine['requests']['list']>[0] | object = {}) =>
  engine.requests.list({ page: 1, limit: 50, ...filter })
const ids = async (filter: object) => (await list(filter)).docs.map(({ id }) => id)

test('the latest answers are listed at once, newest first, as they were recorded', async () => {
  engine.requests.note(entry('first'))
  engine.requests.note(entry('second', { status: 401, keyId: null, keyName: null, projectId: null, environment: null }))
  expect(await list()).toEqual({
    docs: [
      entry('second', { status: 401, keyId: null, keyName: null, projectId: null, environment: null }),
      entry('first'),
    ],
    total: 2,
  })
})

test('requests are found by project, environment, method, key, status and a part of the path', async () => {
  engine.requests.note(entry('ok'))
  engine.requests.note(entry('missing', { status: 404, path: '/v1/projects/p/cards/Ä_%' }))
  engine.requests.note(entry('post', { method: 'POST', status: 201 }))
  engine.requests.note(entry('other', { projectId: 'q', environment: 'production', status: 429, keyId: 'k2' }))
  expect(await ids({ projectId: 'p' })).toEqual(['post', 'missing', 'ok'])
  expect(await ids({ environment: 'production' })).toEqual(['other'])
  expect(await ids({ method: 'post' })).toEqual(['post'])
  expect(await ids({ keyId: 'k2' })).toEqual(['other'])
  expect(await ids({ status: '4xx' })).toEqual(['other', 'missing'])
  expect(await ids({ status: '404' })).toEqual(['missing'])
  expect(await ids({ search: '_%' })).toEqual(['missing'])
  expect(await ids({ search: 'post' })).toEqual(['post'])
  expect(await list({ page: 2, limit: 3 })).toMatchObject({ docs: [{ id: 'ok' }], total: 4 })
})

test('the newest ten thousand are kept, however fast they come', async () => {
  for (let number = 0; number < KEPT_REQUESTS + 700; number += 1) engine.requests.note(entry(`r${number}`))
  expect(await list({ limit: 1 })).toMatchObject({ docs: [{ id: `r${KEPT_REQUESTS + 699}` }], total: KEPT_REQUESTS })
  engine.requests.note(entry('one more'))
  const { docs, total } = await list({ page: KEPT_REQUESTS, limit: 1 })
  expect([docs[0]?.id, total]).toEqual(['r701', KEPT_REQUESTS])
})

test('waiting entries are written at the stop', async () => {
  engine.requests.note(entry('last'))
  await opened.reopen()
  expect(rowsOf(opened.dataDir, 'control', 'SELECT id, duration_ms FROM request_log')).toEqual([
    { id: 'last', duration_ms: 1.25 },
  ])
})

test('listeners hear of requests, five times a second at most', async () => {
  const told: string[] = []
  const last = new Promise<void>((resolve) => {
    engine.onLive((event) => {
      if (event.name !== 'request.logged') return
      told.push(event.data.entry.id)
      if (event.data.entry.id === 'r99') resolve()
    })
  })
  for (let number = 0; number < 100; number += 1) engine.requests.note(entry(`r${number}`))
  await last
  expect(told).toEqual(['r99'])
})
