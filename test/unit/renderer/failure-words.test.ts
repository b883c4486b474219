import { afterEach, expect, it } from 'vitest'
import { refusalText } from '../../../src-renderer/components/text/provider-words.tsx'
import { RUN_FAILURE_KINDS, type SyncRunView } from '../../../src-main/domain/sync/provider.ts'
import { failureWords, runWords } from '../../../src-renderer/features/sync/failure-words.ts'
import { de } from '../../../src-renderer/locales/de.ts'
import { en } from '../../../src-renderer/locales/en.ts'
import { fr } from '../../../src-renderer/locales/fr.ts'
import { speak } from '../../../src-renderer/locales/messages.ts'
import { nl } from '../../../src-renderer/locales/nl.ts'

afterEach(() => speak(en, 'en-GB'))

it.each(RUN_FAILURE_KINDS)('%s is described in whole sentences in every language', (kind) => {
  const told = (
    [
      ['en', en],
      ['de', de],
      ['fr', fr],
      ['nl', nl],
    ] as const
  ).map(([language, messages]) => {
    speak(messages, language)
    return failureWords(kind)
  })
  for (const words of told) expect(words).toMatch(/^\p{Lu}.+\.$/u)
  expect(new Set(told).size).toBe(4)
})

it('a run without a code is described in the words of the service, a cancelled one by its state alone', () => {
  const run: SyncRunView = {
    id: 'r',
    kind: 'pull',
    source: 'x',
    state: 'failed',
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: null,
    pages: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    failed: 0,
    error: 'It says no.',
    missing: null,
    failureKind: null,
    refusedKept: 0,
  }
  speak(de, 'de')
  expect(runWords(run)).toEqual({ reason: 'Meldung des Dienstes (englisch): It says no.', detail: null })
  expect(runWords({ ...run, state: 'cancelled' })).toBeNull()
  expect(runWords({ ...run, state: 'completed', error: null })).toBeNull()
  expect(runWords({ ...run, failureKind: 'timeout' })).toEqual({
    reason: failureWords('timeout'),
    detail: 'Meldung des Dienstes (englisch): It says no.',
  })
  expect(runWords({ ...run, failureKind: 'missing_cards', missing: 14 })?.reason).toContain('14 Karten')
})

it('what the service says of a change that failed is never given as the provider’s words', () => {
  speak(de, 'de')
  expect(refusalText('The contract is suspended')).toBe('The contract is suspended')
  for (const said of ['No longer reported by the provider', 'Given up after 24 hours. The last attempt: No answer'])
    expect(refusalText(said)).toBe(`Meldung des Dienstes (englisch): ${said}`)
})
