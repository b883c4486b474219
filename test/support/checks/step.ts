import { join } from 'node:path'
import { ROOT } from '../built/modules.ts'
import { playwrightCounts, vitestCounts, type Counts } from './reports.ts'

/** Reports of the runs; git ignores it. */
export const OUTPUT = join(ROOT, 'test/output')

export interface Step {
  name: string
  /** A script of a package, below node_modules. */
  script: string
  words: readonly string[]
  environment?: Readonly<Record<string, string>>
  /** The report of its tests. A step without tests is listed only when it fails. */
  counts?: { file: string; read: (report: unknown) => Counts }
  /** Later steps make no sense without it, such as tests without a build. */
  needed?: true
}

export const BUILD: Step = {
  name: 'Build',
  script: 'electron-vite/bin/electron-vite.js',
  words: ['build', '--logLevel', 'warn'],
  needed: true,
}

/** Leaves the project of drills out of a run of vitest. */
export const NO_DRILLS = ['--project', '!drills']

/** @param words for vitest, in addition to those for the report */
export function vitestStep(name: string, ...words: string[]): Step {
  const file = join(OUTPUT, 'vitest.json')
  return {
    name,
    script: 'vitest/vitest.mjs',
    words: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...words],
    counts: { file, read: vitestCounts },
  }
}

/** The browser tests but for what only a team sees, and the walks through all screens, which are drills. */
export const NO_BROWSER_DRILLS = ['--project', 'long', '--project', 'others']

/** The desktop app's tests but for the team at work, which is a drill. */
export const NO_DESKTOP_DRILLS = ['--project', 'built bundles', '--project', 'real Electron']

/** @param words the files to run, or options; by default all of the folder */
export function browserStep(name: string, folder: string, ...words: string[]): Step {
  const file = join(OUTPUT, `playwright-${folder.replace('/', '-')}.json`)
  return {
    name,
    script: '@playwright/test/cli.js',
    words: ['test', '-c', folder, '--reporter=list,json', ...words],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    counts: { file, read: playwrightCounts },
  }
}
