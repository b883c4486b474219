import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { later } from '../../../src-renderer/locales/en/later/later.ts'
import { SCREENS } from '../../../src-renderer/place.ts'
import { CONTRACT } from '../../../src-preload/contract.ts'

const PAGE = resolve(import.meta.dirname, '../../../src-renderer')
const modules = new Map(
  readdirSync(PAGE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [join(PAGE, name), readFileSync(join(PAGE, name), 'utf8')]),
)
/** A call's name may be a key as well. */
const words = Object.keys(later).filter((key) => !Object.hasOwn(CONTRACT, key.replace(/_(one|other)$/, '')))

it('what the first screens say is bundled, and every part fetched on demand brings the words it says', () => {
  const first = importedBy('main.tsx')
  expect([...first].flatMap(laterWordsIn)).toEqual([])
  // The rail puts these together.
  expect(words.filter((key) => SCREENS.some((screen) => key === `${screen}.title`))).toEqual([])
  const parts = [...modules].flatMap(([file, code]) =>
    [...code.matchAll(/import\('(\.[^']+)'\)/g)].map(([, path = '']) => resolve(dirname(file), path)),
  )
  expect(parts.length).toBeGreaterThan(30)
  const wordless = parts
    .filter((part) => modules.has(part) && !part.includes('/locales/'))
    .map((part) => ({ part: relative(PAGE, part), files: importedBy(relative(PAGE, part)) }))
    .filter(({ files }) => !files.has(join(PAGE, 'locales/later-words.ts')))
    .flatMap(({ part, files }) =>
      [...files]
        .filter((file) => !first.has(file))
        .flatMap(laterWordsIn)
        .map((said) => `${part} does not import later-words.ts, and ${said}`),
    )
  expect(wordless).toEqual([])
})

/** A module and all that it imports before it runs. */
function importedBy(entry: string): ReadonlySet<string> {
  const files = new Set<string>()
  const open = [join(PAGE, entry)]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue
    files.add(file)
    const imports =
      modules.get(file)?.matchAll(/^(?:import|export)(?! type\b)(?:[^'"]*?from)?\s*'(\.[^']+\.tsx?)'/gm) ?? []
    for (const [, path = ''] of imports) {
      const imported = resolve(dirname(file), path)
      if (modules.has(imported)) open.push(imported)
    }
  }
  return files
}

/** The words that a module names by their whole key, or by its beginning. */
function laterWordsIn(file: string): string[] {
  if (file.includes('/locales/')) return []
  const code = modules.get(file) ?? ''
  const named = new Set(code.match(/(?<=')[a-zA-Z][\w.-]*(?=')/g))
  const begun = code.match(/(?<=`)[a-zA-Z][\w.-]*\.(?=\$\{)/g) ?? []
  return words
    .filter(
      (key) =>
        named.has(key) || named.has(key.replace(/_(one|other)$/, '')) || begun.some((start) => key.startsWith(start)),
    )
    .map((key) => `${relative(PAGE, file)} says ${key}`)
}
