import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBridge } from '../../../src-main/bridge/bridge.ts'
import { LOCAL, type Caller } from '../../../src-main/bridge/bridge-host.ts'
import { openTestEngine } from '../../support/engine.ts'
import { temporaryFolder } from '../../support/folder.ts'

const CALLER: Caller = {
  audience: 'command-line',
  who: LOCAL,
  channel: 'cli',
}

async function exportTo(name: string) {
  const opened = await openTestEngine()
  onTestFinished(() => opened.close())
  const bridge = createBridge({
    engine: () => opened.engine,
    host: { baseUrl: () => null, issueLoginLink: () => null, restore: () => Promise.reject(new Error()) },
  })
  await bridge.handle('profile.update', { name: '=cmd|calc' }, CALLER)
  for (const project of ['One', 'Two']) await bridge.handle('projects.create', { name: project }, CALLER)
  const file = join(temporaryFolder(), name)
  return { file, result: await bridge.handle('audit.export', { kind: 'control', file }, CALLER) }
}

test('an audit chain is written as JSON Lines, one entry each', async () => {
  const { file, result } = await exportTo('audit.jsonl')
  expect(result).toEqual({ ok: true, value: { file, entries: 3 } })
  const entries = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { seq: number; action: string; after: unknown })
  expect(entries).toMatchObject([
    { seq: 1, action: 'person.update', after: { personName: '=cmd|calc' } },
    { seq: 2, action: 'project.create', after: { name: 'One' } },
    { seq: 3, action: 'project.create', after: { name: 'Two' } },
  ])
})

test('written as CSV, nothing in it runs as a formula', async () => {
  const { file } = await exportTo('audit.csv')
  const [header, , second] = readFileSync(file, 'utf8').split('\r\n')
  expect(header).toContain('seq,time,actorType')
  expect(second).toContain(",'=cmd|calc,")
})

test('a file that cannot be written is a refusal that names the field', async () => {
  const { result } = await exportTo(join('no-such-folder', 'audit.jsonl'))
  expect(result).toMatchObject({ ok: false, error: { code: 'error.validation', details: [{ field: 'file' }] } })
})
