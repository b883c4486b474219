import { expect, it } from 'vitest'
import type { HostClient } from '../../../src-renderer/client/host-client.ts'
import { createServerData } from '../../../src-renderer/client/server-data.ts'

/** A service whose answers come when the test says so. */
function slowService() {
  const asked: { answer: (result: unknown) => void; fail: () => void }[] = []
  const client = {
    call: () => new Promise((resolve, reject) => asked.push({ answer: resolve, fail: () => reject(new Error('gone')) })),
  } as unknown as HostClient
  let now = 0
  const data = createServerData(client, () => now)
  const shown = () => data.get('projects.list', {})
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { data, asked, shown, settle, pass: (durationMs: number) => (now += durationMs) }
}

const projects = (name: string) => ({ ok: true, value: [{ id: '1', name }] })

it('asks once for one question, and again only when the answer has aged', async () => {
  const { data, asked, shown, settle, pass } = slowService()
  expect(shown()).toBeNull()
  data.load('projects.list', {})
  data.load('projects.list', {})
  expect([asked.length, shown()?.loading]).toEqual([1, true])
  asked[0]?.answer(projects('first'))
  await settle()
  expect(shown()).toMatchObject({ value: [{ name: 'first' }], loading: false })
  data.load('projects.list', {})
  expect(asked).toHaveLength(1)
  pass(6_000)
  data.load('projects.list', {})
  expect([asked.length, shown()]).toMatchObject([2, { value: [{ name: 'first' }], loading: true }])
})

it('drops an answer that was on its way when everything was forgotten', async () => {
  const { data, asked, shown, settle } = slowService()
  data.load('projects.list', {})
  data.invalidate(['projects.list'])
  expect(shown()).toBeNull()
  data.load('projects.list', {})
  asked[1]?.answer(projects('after the change'))
  asked[0]?.answer(projects('before the change'))
  await settle()
  expect(shown()?.value).toMatchObject([{ name: 'after the change' }])
})

it('forgets the named calls alone, and tells whoever watches', async () => {
  const { data, asked, shown, settle } = slowService()
  let told = 0
  const end = data.subscribe(() => (told += 1))
  data.load('projects.list', {})
  asked[0]?.answer(projects('first'))
  await settle()
  data.invalidate(['cards.list'])
  expect(shown()).not.toBeNull()
  const before = told
  data.invalidate()
  expect([shown(), told]).toEqual([null, before + 1])
  end()
  data.invalidate()
  expect(told).toBe(before + 1)
})

it('turns a refusal and a lost connection into errors, and asks again afterwards', async () => {
  const { data, asked, shown, settle } = slowService()
  data.load('projects.list', {})
  asked[0]?.answer({ ok: false, error: { code: 'error.internal', message: 'No', requestId: 'r' } })
  await settle()
  expect(shown()?.error?.code).toBe('error.internal')
  data.load('projects.list', {})
  asked[1]?.fail()
  await settle()
  expect(shown()?.error).toMatchObject({ code: 'error.unavailable', requestId: '' })
})
