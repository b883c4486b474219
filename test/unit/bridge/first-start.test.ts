import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Engine } from '../../../src-main/engine/engine.ts'
import type { ChangeContext } from '../../../src-main/engine/kernel/change-context.ts'
import { ensureDemo } from '../../../src-main/bridge/first-start.ts'
import { openTestEngine } from '../../support/engine.ts'

const CLERK: ChangeContext = { actor: { type: 'clerk', id: null, name: 'Test' }, channel: 'cli' }
const FIRST_START: ChangeContext = { actor: { type: 'system', id: null, name: 'First start' }, channel: 'system' }

let engine: Engine

beforeEach(async () => {
  const opened = await openTestEngine()
  engine = opened.engine
  onTestFinished(() => opened.close())
})

async function cardsOf(projectId: string): Promise<number> {
  return (await engine.environment('sandbox').cards.list(projectId, { page: 1, limit: 1, sortField: 'createdAt' }))
    .total
}

test('the first start creates a project, 48 cards and a key that works', async () => {
  const demo = await ensureDemo(engine, true)
  expect(demo?.project.name).toBe('Demo fleet')
  expect(await cardsOf(demo?.project.id ?? '')).toBe(48)
  expect(await engine.keys.authenticate(demo?.key?.key ?? '')).toMatchObject({
    projectId: demo?.project.id,
    environment: 'sandbox',
  })
})

test('later starts create nothing', async () => {
  await ensureDemo(engine, true)
  expect(await ensureDemo(engine, true)).toBeNull()
  expect(await engine.projects.list()).toHaveLength(1)
  expect(await engine.keys.list()).toHaveLength(1)
})

test('an unattended start creates no key; the next attended one shows one', async () => {
  expect((await ensureDemo(engine, false))?.key).toBeNull()
  expect(await engine.keys.list()).toEqual([])
  expect((await ensureDemo(engine, true))?.key).not.toBeNull()
  expect(await ensureDemo(engine, true)).toBeNull()
})

test('a start interrupted after the project, or among the cards, is finished by the next', async () => {
  const { id } = await engine.projects.create('Demo fleet', FIRST_START)
  const demo = await ensureDemo(engine, true)
  expect(demo?.project.id).toBe(id)
  expect(await cardsOf(id)).toBe(48)
  expect(demo?.key).not.toBeNull()
})

test('demo cards that were removed since stay removed', async () => {
  const demo = await ensureDemo(engine, false)
  const id = demo?.project.id ?? ''
  await engine.environment('sandbox').removeProject(id, CLERK, { keepScope: true })
  await ensureDemo(engine, true)
  expect(await cardsOf(id)).toBe(0)
})

test('none is added if a person created the first project', async () => {
  await engine.projects.create('My fleet', CLERK)
  expect(await ensureDemo(engine, true)).toBeNull()
  expect((await engine.projects.list()).map(({ name }) => name)).toEqual(['My fleet'])
})

test('a demo fleet that was deleted does not come back', async () => {
  const demo = await ensureDemo(engine, true)
  await engine.deleteProject(demo?.project.id ?? '', 'Demo fleet', CLERK)
  expect(await ensureDemo(engine, true)).toBeNull()
  expect(await engine.projects.list()).toEqual([])
})
