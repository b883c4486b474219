import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { en } from '../../../src-renderer/locales/en.ts'

const ENGINE = join(import.meta.dirname, '../../../src-main/engine')

it('has words for every action that the engine writes into the audit log', () => {
  const sources = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(ENGINE, file), 'utf8'))
  const actions = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/(?:action: |record\w*\([^'\n]*)'([a-z_]+\.[a-z_]+)'/g)].map(([, action = '']) => action),
    ),
  )
  expect(actions.size).toBeGreaterThan(20)
  expect([...actions].filter((action) => !Object.hasOwn(en, `action.${action}`))).toEqual([])
})
