import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { givenKeySource } from '../../../bridge/data-key-sources.ts'
import { claimFolder, type OwnedFolder } from '../../../bridge/folder-owner.ts'
import { productVersion } from '../../../bridge/locations.ts'
import { folderInUse } from '../../../bridge/owner-note.ts'
import type { CopyReport, CopySource } from '../../../engine/store/copy-store.ts'
import { openSession } from '../../command-session.ts'
import type { Globals } from '../../globals.ts'
import { userPath } from '../../invocation.ts'
import { style } from '../../output/style.ts'
import { count, counted, table } from '../../output/table.ts'
import { createProgressLine } from '../../progress.ts'
import type { Shell } from '../../shell.ts'
import { examples } from '../shared.ts'
import { ownerOf } from './store-options.ts'

interface StoreCopyOptions {
  to: string
  owner?: string
  move: boolean
}

export function registerStoreCopy(store: Command, shell: Shell): void {
  const copy = store
    .command('copy')
    .description(
      'copy everything, from one moment, into an empty store or a new data folder, and compare both sides; the source is --store, or else the data folder',
    )
    .requiredOption(
      '--to <store>',
      'the file of logins that "store prepare" wrote, a postgres:// URL, or a new data folder',
    )
    .option(
      '--owner <file>',
      "file with the login that owns the target's schemas (default: FUELCARD_STORE_OWNER, FILE.owner beside --to)",
    )
    .option(
      '--move',
      'the service is stopped and goes on at the target: the source refuses to start from now on',
      false,
    )
    .action(async ({ to, owner, move }: StoreCopyOptions) => {
      const { copyStore } = await import('../../../engine/store/copy-store.ts')
      const globals = shell.globals()
      const line = createProgressLine('Copied and compared rows:', globals)
      const interrupted = new AbortController()
      const interrupt = () => interrupted.abort(new Error('Interrupted; nothing was copied'))
      process.once('SIGINT', interrupt)
      const claimed: OwnedFolder[] = []
      const source = await takeSource(globals, move, claimed, interrupted.signal)
      try {
        const report = await copyStore({
          from: source.from,
          to: takeTarget(to, owner, globals, claimed),
          version: productVersion(),
          dataKey: givenKeySource(globals.keySource),
          moves: move,
          onProgress: (done, total) => line.show({ done, total }),
          signal: interrupted.signal,
        })
        line.end()
        if (report.chains.some(({ ok }) => !ok)) process.exitCode = 1
        shell.print(report, () => describe(report, move))
      } finally {
        line.end()
        process.off('SIGINT', interrupt)
        source.release()
        for (const folder of claimed) folder.release()
      }
    })
  examples(copy, [
    'store copy --to /etc/fuelcard/store --move',
    'store copy --store /etc/fuelcard/store --key-file /etc/fuelcard/store.key --to /var/backups/fuelcard/copy',
  ])
}

/** Of a folder that is in use, a backup: only its owner can hold writes on all three files. */
async function takeSource(
  globals: Globals,
  move: boolean,
  claimed: OwnedFolder[],
  signal: AbortSignal,
): Promise<{ from: CopySource; release(): void }> {
  if (globals.store !== undefined) return { from: { store: globals.store }, release: () => {} }
  const { requireDatabases } = await import('../../../engine/store/copy-store.ts')
  requireDatabases(globals.dataDir)
  const folder = claimFolder(globals.dataDir, 'command')
  if (folder !== null) {
    claimed.push(folder)
    return { from: { dataDir: folder.dataDir, backup: null }, release: () => {} }
  }
  if (move) throw folderInUse(globals.dataDir)
  const directory = mkdtempSync(join(globals.dataDir, 'store-copy-'))
  const release = () => rmSync(directory, { recursive: true, force: true })
  try {
    const session = await openSession(globals, { openEngine: true, signal })
    try {
      const { path } = await session.call('backup.create', { directory })
      return { from: { dataDir: globals.dataDir, backup: path }, release }
    } finally {
      await session.close()
    }
  } catch (error) {
    release()
    throw error
  }
}

/** A URL, or a file, is a store; anything else a folder. */
function takeTarget(to: string, owner: string | undefined, { storeOwner }: Globals, claimed: OwnedFolder[]) {
  const isUrl = /^postgres(ql)?:/.test(to)
  const path = isUrl ? to : userPath(to)
  if (isUrl || (existsSync(path) && statSync(path).isFile()))
    return { store: path, owner: ownerOf(owner, storeOwner, path) }
  const folder = claimFolder(path, 'command')
  if (folder === null) throw folderInUse(path)
  claimed.push(folder)
  return { dataDir: folder.dataDir }
}

function describe(
  { from, to, tables, recounted, chains, held, notCopied, dataKey, moved }: CopyReport,
  asked: boolean,
) {
  const filled = tables
    .filter(({ rows }) => rows > 0)
    .map(({ database, table, rows, sha256 }) => [database, table, count(rows), sha256.slice(0, 16)])
  const lines = [
    `${count(tables.reduce((sum, { rows }) => sum + rows, 0))} rows are the same in ${from} and in ${to}.`,
    ...chains.map(({ database, ok, entries, problem }) =>
      ok
        ? `Audit of ${database}: ${counted(entries, 'entry', 'entries')}, proven.`
        : style.red(`Audit of ${database}: ${problem}`),
    ),
    `Not copied, as it is about a store and not about the fleet: ${Object.keys(notCopied).join(', ')}.`,
    `Search and counters were made anew${recounted.length === 0 ? '' : `; these differed from the source: ${recounted.join(', ')}`}.`,
    `The data key stays the same: ${dataKey}. Without it, the copy cannot be opened.`,
    ...(held.length === 0 ? [] : ['It is a copy: it sends nothing until somebody says "resume", as after a restore.']),
    ...(moved ? [`${from} refuses to start from now on.`] : []),
    ...(asked && !moved ? [style.red('The source was left as it is.')] : []),
  ]
  return `${table(['Database', 'Table', 'Rows', 'SHA-256'], filled, '')}${lines.join('\n')}\n`
}
