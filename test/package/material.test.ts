import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canNotarise, maintainerIn, packageConfiguration } from '../../resources/package/configuration.ts'
import { runTimeIcons } from '../../resources/package/icons.ts'
import { licencesOfAll } from '../../resources/package/licences.ts'
import { describeNeeds, obstacle } from '../../resources/package/needs.ts'
import { newestNotes } from '../../resources/package/release-notes.ts'

const ROOT = join(import.meta.dirname, '../..')
const MADE = {
  icons: { linuxFolder: 'icons', windows: 'icon.ico', mac: 'icon.icns' },
  licences: 'licences.txt',
  changelog: 'changelog',
}

describe('what a package is made of', () => {
  it('has the licence of every library that runs in it, and of none that does not', () => {
    const text = licencesOfAll(ROOT)
    for (const name of ['better-sqlite3', 'express', 'react', '@mantine/core', '@fontsource-variable/inter', 'undici'])
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+: `, 'm'))
    for (const name of ['vitest', 'electron-builder', 'typescript']) expect(text).not.toContain(`\n${name} `)
    expect(text).toContain('SIL OPEN FONT LICENSE')
  })

  it('has icons drawn from the one drawing: the committed one is not older', async () => {
    for (const [name, png] of await runTimeIcons())
      expect(png.equals(readFileSync(join(ROOT, 'resources/icons', name))), name).toBe(true)
  })

  it('has the newest notes of the changelog', () => {
    expect(newestNotes('# Changelog\n\n## 2.0.0\n\n- New\n\n## 1.0.0\n\n- Old\n')).toBe('- New')
  })

  it.each(['linux', 'win', 'mac'] as const)(
    'is described to electron-builder in its own words for %s',
    async (system) => {
      const load = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
      const { validateConfiguration } = load('app-builder-lib/out/util/config/config') as {
        validateConfiguration: (configuration: unknown, log: unknown) => Promise<void>
      }
      const log = { isEnabled: false, add: () => {} }
      const environment = { FUELCARD_DESK_FEED: 'https://updates.example/desk/' }
      const configuration = packageConfiguration({ root: ROOT, system, output: 'dist', made: MADE, environment })
      await validateConfiguration(configuration, log)
      await expect(validateConfiguration({ ...configuration, nonsense: true }, log)).rejects.toThrow(/unknown property/)
    },
  )

  it('is updated from a feed only where the environment names one', () => {
    const publish = (environment: Record<string, string>) =>
      packageConfiguration({ root: ROOT, system: 'linux', output: 'dist', made: MADE, environment }).publish
    expect(publish({})).toBeNull()
    expect(publish({ FUELCARD_DESK_FEED: 'https://updates.example/' })).toEqual([
      { provider: 'generic', url: 'https://updates.example/' },
    ])
  })

  it('takes an empty variable, as CI leaves it, for one that is not set', () => {
    const empty = { FUELCARD_DESK_FEED: '', FUELCARD_DESK_MAINTAINER: '', WIN_CSC_LINK: '', CSC_LINK: '' }
    expect(maintainerIn(empty)).toBe(maintainerIn({}))
    expect(describeNeeds(ROOT, 'win', empty)).toEqual(describeNeeds(ROOT, 'win', {}))
    expect(describeNeeds(ROOT, 'win', empty)).toContainEqual(expect.stringContaining('Updates: off'))
    expect(describeNeeds(ROOT, 'win', { ...empty, CSC_LINK: 'c.pfx' })).toContain(
      'Signature: with the certificate of the environment',
    )
    expect(obstacle('linux', empty)).toBeNull()
  })

  it('is notarised only with whole credentials', () => {
    expect(canNotarise({ APPLE_ID: 'a', APPLE_TEAM_ID: 'b' })).toBe(false)
    expect(canNotarise({ APPLE_ID: 'a', APPLE_TEAM_ID: 'b', APPLE_APP_SPECIFIC_PASSWORD: 'c' })).toBe(true)
  })

  it('says beforehand what is in the way', () => {
    expect(obstacle('linux', {})).toBeNull()
    expect(obstacle('linux', { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' })).toMatch(
      /names \/nowhere, which does not exist/,
    )
    expect(obstacle('linux', { FUELCARD_DESK_FEED: 'http://updates.example' })).toMatch(/no https address/)
  })
})
