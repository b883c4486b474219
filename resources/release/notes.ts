// `npx node resources/release/notes.ts`: the notes of this version, for a release on a code host.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The section of a version in the changelog, each item in one line: a host shows every line break.
 *
 * @throws Error if there is no such section, or nothing in it
 */
export function notesOf(changelog: string, version: string): string {
  const [, ...sections] = changelog.split(/^## /m)
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version)
  const notes = section?.replace(/^.*\n/, '').trim() ?? ''
  if (notes === '')
    throw new Error(`CHANGELOG.md says nothing of ${version}: "npm version" moves its notes from "Unreleased"`)
  return `${notes.replaceAll(/\n +(?=\S)(?![-*] )/g, ' ')}\n`
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  process.stdout.write(notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version))
}
