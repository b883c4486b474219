import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, '../../../src-main')

/** The service's matching files, except migrations, which run before everything else. */
function filesWith(pattern: RegExp): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(
      (file) => file.endsWith('.ts') && !file.startsWith('database/sqlite/migrations/') && !file.startsWith('portal/'),
    )
    .filter((file) => pattern.test(readFileSync(join(SOURCES, file), 'utf8')))
    .toSorted()
}

it('has one place that writes rows of cards, besides the fill of the search index and the clock that moves what is due', () => {
  expect(filesWith(/(insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*['"`]card['"`]/)).toEqual([
    'engine/cards/search-fill.ts',
    'engine/kernel/sandbox-clock.ts',
    'engine/ledger/card-store.ts',
  ])
  expect(
    filesWith(
      /\b(insert\s+(or\s+\w+\s+)?into|replace\s+into|update|delete\s+from)\s+["`]?card["`]?\s+(set|values|where|\()/i,
    ),
  ).toEqual([])
})

it('reaches it only by changing or creating a card as a whole', () => {
  expect(filesWith(/import \{[^}]*\b(updateCard|updateSyncState)\b[^}]*\} from/)).toEqual([
    'engine/ledger/change-card.ts',
  ])
  expect(filesWith(/import \{[^}]*\b(insertCard|insertCards)\b[^}]*\} from/)).toEqual(['engine/ledger/create-cards.ts'])
})
