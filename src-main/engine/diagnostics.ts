import { statSync } from 'node:fs'
import { release } from 'node:os'
import type { Clock } from '../domain/clock.ts'
import type { EnvironmentName } from '../domain/environment-name.ts'
import type { Settings } from '../domain/desk/settings.ts'
import type { ApiKeys } from './access/api-keys.ts'
import type { Backups } from './backup/backups.ts'
import type { CheckReport } from './check.ts'
import type { Projects } from './projects/projects.ts'
import type { ServiceSettings } from './settings/settings.ts'
import { parseCertificates, subjectOf } from '../net/certificates.ts'
import type { EnvironmentCore } from './kernel/environment-core.ts'
import type { LogLine } from './desk/recent-log.ts'
import { countsOf } from './desk/diagnostic-counts.ts'
import { withoutSecrets } from './desk/without-secrets.ts'

export interface DiagnosticsSetup {
  cores: Record<EnvironmentName, EnvironmentCore>
  /** The three files. */
  files: readonly string[]
  version: string
  wallClock: Clock
  settings: ServiceSettings
  projects: Projects
  keys: ApiKeys
  backups: Backups
  check: () => Promise<CheckReport>
}

/** Collects what support needs, as JSON text, without any driver, plate, key or secret. */
export async function collectDiagnostics(
  { cores, files, ...engine }: DiagnosticsSetup,
  host: Record<string, unknown>,
  log: readonly LogLine[],
): Promise<string> {
  const { settings, fixed } = engine.settings.view()
  const projects = await engine.projects.list()
  const check = await engine.check()
  const bundle = {
    madeAt: engine.wallClock.now().toISOString(),
    versions: {
      product: engine.version,
      ...pick(process.versions, ['node', 'electron', 'v8', 'openssl']),
      platform: process.platform,
      arch: process.arch,
      system: release(),
    },
    host,
    settings: shownSettings(settings),
    fixedSettings: fixed,
    projects: {
      all: projects.length,
      archived: projects.filter(({ archivedAt }) => archivedAt !== null).length,
      keys: (await engine.keys.list()).length,
    },
    environments: { sandbox: await countsOf(cores.sandbox), production: await countsOf(cores.production) },
    files: files.map((file) => ({
      name: file.split(/[/\\]/).at(-1),
      bytes: sizeOf(file),
      writeAheadBytes: sizeOf(`${file}-wal`),
    })),
    backups: engine.backups.list().map(({ name, createdAt, version, automatic, bytes, includesKey }) => ({
      name,
      createdAt,
      version,
      automatic,
      bytes,
      includesKey,
    })),
    // A path may reveal who owns the machine.
    check: { ...check, openPaths: check.openPaths.length, closedPaths: undefined },
    memory: process.memoryUsage(),
    uptimeSeconds: Math.round(process.uptime()),
    log,
  }
  return withoutSecrets(`${JSON.stringify(bundle, null, 2)}\n`)
}

/** Shows certificates by their subject. */
function shownSettings(settings: Settings): Record<string, unknown> {
  return { ...settings, extraCa: (parseCertificates(settings.extraCa) ?? []).map(subjectOf) }
}

function pick(from: Record<string, string | undefined>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
