import { first } from './en/first.ts'
import { later } from './en/later/later.ts'

/**
 * English, the table that every other language follows. `{{name}}` is filled in; a key that ends in `_one` or
 * `_other` is chosen by number. The page has it in two parts: the second comes with what needs it (`later-words.ts`).
 */
export const en = { ...first, ...later } as const satisfies Record<string, string>
