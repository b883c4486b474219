import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CONTRACT } from '../../../src-preload/contract.ts'

const ROOT = join(import.meta.dirname, '../../../src-renderer')
const sources = globSync('**/*.{ts,tsx}', { cwd: ROOT, exclude: ['locales/**'] })
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n')
// Texts have names like calls, and a gate is no use of a call.
const uses = sources.replaceAll(/\b(?:text|plural|textIfKnown)\(\s*'[^']*'|\bcall="[^"]*"/g, '')

/**
 * Calls that change nothing by themselves, or follow a gate: a look at what would happen, or a part of a longer act.
 */
const UNGATED = new Set<string>([
  'bulk.preview',
  'bulk.previewFile',
  'cards.findListed',
  'imports.look',
  'webhook.scheduler.get',
  'provider.get',
  'uploads.begin',
  'uploads.append',
  'uploads.discard',
  'downloads.read',
  'credentials.confirmTotp',
  'credentials.addPasskey',
  // After a refusal that says so.
  'approvals.ask',
  // Changes nothing: its section looks every few seconds, and is there for administrators only.
  'service.cluster',
  // Before anything else is on the page.
  'apps.lookDevice',
  'apps.decideDevice',
  'apps.decide',
  // Of this computer, whichever service its window shows.
  'services.connect',
  'services.cancel',
  'services.choose',
  'services.decline',
  'services.stopLocal',
  'services.startLocal',
  'desktop.update',
])

test('what changes something has a control that knows what the call needs', () => {
  for (const [name, { audience, needs }] of Object.entries(CONTRACT)) {
    if (audience !== 'everyone' || needs.scope === 'public' || UNGATED.has(name)) continue
    const word = `'${name}'`
    const isShown = new RegExp(`useQuery\\(\\s*${word}`).test(sources)
    if (isShown || !uses.includes(word)) continue
    const gate = new RegExp(`call="${name}"|call=\\{[^}]*${word}|arrier\\([^)]*${word}`)
    expect(gate.test(sources), `a control that knows whether its person may make ${name}`).toBe(true)
  }
})

test('nothing is left out of it that needs no leaving out', () => {
  for (const name of UNGATED) expect(uses, `the page makes ${name}`).toContain(`'${name}'`)
})
