// A part of `npm version <new version>`, which has raised package.json and package-lock.json: raises all the other
// places.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CHANGELOG = 'CHANGELOG.md'
const CLIENT = 'src-client/package.json'
const UNRELEASED = /^## Unreleased\n+(?!## )(?=\S)/m

/**
 * Gives the client, the changelog and the file names in the documentation the version of package.json.
 *
 * @throws Error if the changelog has no notes for it
 */
export function raiseVersion(root: string, day: Date): void {
  const [version, before] = ['package.json', CLIENT].map((name) => versionIn(join(root, name)))
  if (version === undefined || before === undefined) throw new Error('A package has no version')
  const change = (name: string, from: string | RegExp, to: string) => {
    const file = join(root, name)
    const text = readFileSync(file, 'utf8')
    const changed = text.replaceAll(from, to)
    if (changed !== text) writeFileSync(file, changed)
    return changed !== text
  }
  const heading = `## ${version} - ${day.toISOString().slice(0, 10)}\n\n`
  if (!change(CHANGELOG, new RegExp(UNRELEASED, 'gm'), heading))
    throw new Error(`${CHANGELOG} has no notes for ${version}: write them below "## Unreleased" first`)
  change(CLIENT, `"version": "${before}"`, `"version": "${version}"`)
  for (const page of ['README.md', 'src-client/README.md', ...globSync('docs/**/*.md', { cwd: root })])
    change(
      page,
      new RegExp(`(fuelcard-desk(?:-client)?[-_])${before.replaceAll('.', String.raw`\.`)}(?!\\d)`, 'g'),
      `$1${version}`,
    )
}

function versionIn(file: string): string | undefined {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version
}

if (import.meta.main) raiseVersion(join(import.meta.dirname, '../..'), new Date())
