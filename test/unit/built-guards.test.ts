import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * A bundler considers some calls pure: if only their throwing matters, it drops them, and the guard around them is
 * missing from the program although the source has it. This test counts each module's guards in the built program.
 */
const ROOT = join(import.meta.dirname, '../..')
const GUARD = /\bcatch\s*(?:\([^)]*\)\s*)?\{/g
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(,])\/\/.*$/gm

test('each guard of the source is in the built program', () => {
  const built = builtModules()
  expect(built.size).toBeGreaterThan(300)
  const lost = [...built]
    .filter(([file, code]) => guardsIn(code) < guardsIn(readFileSync(join(ROOT, file), 'utf8')))
    .map(([file]) => file)
  expect(lost).toEqual([])
})

function guardsIn(code: string): number {
  return code.replaceAll(COMMENT, '').match(GUARD)?.length ?? 0
}

/** The code of each of our modules in the program and the preload, by the path that the bundler writes above it. */
function builtModules(): Map<string, string> {
  const modules = new Map<string, string>()
  const files = ['out/main', 'out/preload'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => join(ROOT, folder, name)),
  )
  for (const file of files.filter((name) => /\.c?js$/.test(name))) {
    let module = ''
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      module = /^\/\/(?:#region)? ?(\S+\.[cm]?[jt]sx?)$/.exec(line)?.[1] ?? module
      if (module.startsWith('src-')) modules.set(module, `${modules.get(module) ?? ''}${line}\n`)
    }
  }
  return modules
}
