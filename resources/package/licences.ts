import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that let the product be shipped with their text beside it. */
const KNOWN = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'OFL-1.1',
])
const TEXT_FILE = /^(?:licen[cs]e|copying|notice|unlicense)(?:$|[.-])/i
const RULE = `\n${'─'.repeat(100)}\n\n`

interface Manifest {
  name: string
  version: string
  license?: string
  author?: string | { name: string }
}

/**
 * One text with the licence of everything that a package contains besides Electron, whose own texts lie beside it.
 *
 * @param root the project, built
 * @throws Error for a licence that nobody has judged yet
 */
export function licencesOfAll(root: string): string {
  const parts = shippedPackages(root).map((folder) => licenceOf(join(root, folder)))
  const head =
    'Fuelcard Desk contains the software listed here, under the licences that follow.\n' +
    'Electron and Chromium, on which the desktop app runs, bring theirs in files of their own.\n'
  return [head, ...parts].join(RULE)
}

/** The folders, below the project, of all that a package contains besides Electron; the project must be built. */
export function shippedPackages(root: string): string[] {
  return [...new Set([...installedPackages(root), ...bundledPackages(root)])].toSorted()
}

/** What lies in `node_modules` of a package: the lock file marks everything else as for development. */
function installedPackages(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>
  }
  return Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== '' && dev !== true && existsSync(join(root, folder)))
    .map(([folder]) => folder)
}

/** What the bundler put into the built files (`bundled-packages.ts`). */
function bundledPackages(root: string): string[] {
  const folder = join(root, 'out/packages')
  return readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as string[])
}

function licenceOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const names = (manifest.license ?? '').replaceAll(/[()]/g, '').split(/ (?:AND|OR) /)
  if (!names.every((name) => KNOWN.has(name)))
    throw new Error(
      `${manifest.name} ${manifest.version} has the licence "${manifest.license ?? 'none'}": judge it first`,
    )
  const texts = readdirSync(folder)
    .filter((name) => TEXT_FILE.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
  const text = texts.length === 0 ? textWithout(manifest) : texts.join('\n\n')
  return `${manifest.name} ${manifest.version}: ${manifest.license}\n\n${text}\n`
}

/** Some packages name the MIT licence and forget its text. */
function textWithout({ name, license, author }: Manifest): string {
  if (license !== 'MIT') throw new Error(`${name} brings no text of its licence`)
  const holder = typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`)
  return MIT.replace('{holder}', holder.replace(/ *[<(].*$/, ''))
}

const MIT = `MIT License

Copyright (c) {holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
