import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { generateSources } from './generate.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The generated files as `npm run format` leaves them, by name. */
export async function formattedSources(): Promise<Record<string, string>> {
  const sources = Object.entries(await generateSources())
  return Object.fromEntries(sources.map(([name, source]) => [name, formatted(name, source)]))
}

function formatted(name: string, source: string): string {
  const words = [join(ROOT, 'node_modules/oxfmt/bin/oxfmt'), '--stdin-filepath', `src-client/src/generated/${name}`]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: ROOT, input: source, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}
