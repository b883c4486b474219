import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { notesOf } from '../../resources/release/notes.ts'
import { contentsOf } from '../../resources/release/sbom.ts'
import { removeFolder } from '../support/remove-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const PLACES = ['package.json', 'package-lock.json', 'src-client/package.json']

describe('the version', () => {
  it('is the same everywhere', () => {
    const { version, packages } = readJson(ROOT, 'package-lock.json')
    expect(
      new Set([...PLACES.map((name) => readJson(ROOT, name).version), version, packages?.['']?.version]).size,
    ).toBe(1)
    const released = /^## (\d\S*)/m.exec(read(ROOT, 'CHANGELOG.md'))?.[1]
    expect(released ?? version).toBe(version)
    const named = [...read(ROOT, 'docs/operate/install.md').matchAll(/fuelcard-desk[-_](?=\d)(\S+)/g)]
    expect(named).not.toEqual([])
    for (const [, rest = ''] of named) expect(rest.slice(0, version.length)).toBe(version)
  })

  it.each(['7.8.9', '7.8.9-beta.1'])('is raised everywhere by "npm version %s", in one commit with a tag', (next) => {
    const folder = cloneOfPlaces()
    const before = readJson(ROOT, 'package.json').version
    const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' })
    execFileSync('npm', ['version', next, '--silent'], { cwd: folder })
    for (const name of PLACES) expect(readJson(folder, name).version).toBe(next)
    expect(readJson(folder, 'package-lock.json').packages?.['']?.version).toBe(next)
    expect(read(folder, 'CHANGELOG.md')).toMatch(new RegExp(`^## ${next} - \\d{4}-\\d\\d-\\d\\d\\n\\n### Added`, 'm'))
    expect(read(folder, 'CHANGELOG.md')).not.toContain('## Unreleased')
    expect(read(folder, 'docs/operate/install.md')).toContain(`fuelcard-desk_${next}_amd64.deb`)
    expect(read(folder, 'docs/operate/install.md')).not.toContain(before)
    expect(read(folder, 'src-client/README.md')).toContain(`fuelcard-desk-client-${next}.tgz`)
    expect(git('status', '--porcelain')).toBe('')
    expect(git('log', '-1', '--format=%s %D').trim()).toMatch(new RegExp(`^chore: release ${next} .*tag: v${next}`))
  })

  it('of the first release is the one that the packages have already', () => {
    const { version } = readJson(ROOT, 'package.json')
    const folder = cloneOfPlaces()
    execFileSync('npm', ['version', version, '--allow-same-version', '--silent'], { cwd: folder })
    expect(notesOf(read(folder, 'CHANGELOG.md'), version)).toContain('### Added')
    expect(execFileSync('git', ['tag'], { cwd: folder, encoding: 'utf8' })).toBe(`v${version}\n`)
  })

  it('is not raised without notes on what is new', () => {
    const folder = cloneOfPlaces('# Changelog\n\n## Unreleased\n\n## 0.0.1 - 2020-01-01\n\n- First\n')
    expect(() => execFileSync('npm', ['version', '7.8.9', '--silent'], { cwd: folder, stdio: 'pipe' })).toThrow(
      /has no notes for 7\.8\.9/,
    )
  })
})

describe('a release', () => {
  const changelog =
    '# Changelog\n\n## 2.0.0 - 2026-01-01\n\n### Added\n\n- Cards in\n  two lines\n- More\n\n## 1.0.0 - 2025\n\n- Old\n'

  it('has the notes of its version, an item a line', () => {
    expect(notesOf(changelog, '2.0.0')).toBe('### Added\n\n- Cards in two lines\n- More\n')
    expect(notesOf(changelog, '1.0.0')).toBe('- Old\n')
    expect(() => notesOf(changelog, '3.0.0')).toThrow('CHANGELOG.md says nothing of 3.0.0')
  })

  it('says what it contains: what is installed and bundled, with Electron, and no tool', () => {
    const { bomFormat, metadata, components, dependencies } = contentsOf(ROOT)
    expect(bomFormat).toBe('CycloneDX')
    expect(metadata.component).toMatchObject({ name: 'fuelcard-desk', type: 'application' })
    const names = components.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['better-sqlite3', 'undici', 'express', 'react', '@mantine/core', 'electron']),
    )
    for (const tool of ['vitest', 'typescript', 'electron-builder', 'vite']) expect(names).not.toContain(tool)
    for (const { scope, hashes, licenses } of components) {
      expect(scope).toBe('required')
      expect(hashes).toHaveLength(1)
      expect(licenses).toBeDefined()
    }
    const known = new Set([metadata.component['bom-ref'], ...components.map((part) => part['bom-ref'])])
    for (const { ref, dependsOn } of dependencies) for (const part of [ref, ...dependsOn]) expect(known).toContain(part)
  })
})

/** A repository with the files that have the version. */
function cloneOfPlaces(changelog?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fuelcard-version-'))
  onTestFinished(() => removeFolder(folder))
  for (const name of [
    ...PLACES,
    '.npmrc',
    'CHANGELOG.md',
    'README.md',
    'src-client/README.md',
    'docs/operate',
    'resources/release',
  ])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  if (changelog === undefined) changelog = read(ROOT, 'CHANGELOG.md').replace(/^## \d.*$/m, '## Unreleased')
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  // Not of the person who runs the tests: no hooks, no signature.
  const settings = {
    'user.name': 'Test',
    'user.email': 'test@example.com',
    'core.hooksPath': '/dev/null',
    'commit.gpgSign': 'false',
    'tag.gpgSign': 'false',
  }
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, stdio: 'pipe' })
  git('init', '--quiet')
  for (const [name, value] of Object.entries(settings)) git('config', name, value)
  git('add', '--all')
  git('commit', '--quiet', '--message', 'before')
  return folder
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

function readJson(folder: string, name: string) {
  return JSON.parse(read(folder, name)) as { version: string; packages?: Record<string, { version?: string }> }
}
