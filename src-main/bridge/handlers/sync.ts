import type { RefusedRow } from '../../domain/sync/refused-row.ts'
import { writeCsv } from '../../engine/cards/files/write-table.ts'
import type { Handlers } from './handler.ts'
import { syncOf } from './environment-of.ts'

export const syncHandlers: Omit<Handlers<'sync'>, 'sync.pushes' | 'sync.retry'> = {
  'sync.state': async ({ projectId }, scope) => (await syncOf(projectId, scope)).state(projectId),
  'sync.now': async ({ projectId, ...options }, scope) =>
    (await syncOf(projectId, scope)).pull(projectId, options, scope.context(), scope.bulk),
  'sync.cancel': async ({ projectId }, scope) => ({
    cancelled: await (await syncOf(projectId, scope)).cancel(projectId, scope.context()),
  }),
  'sync.runs': async ({ projectId, ...page }, scope) => (await syncOf(projectId, scope)).runs(projectId, page),
  'sync.refused': async ({ projectId, runId }, scope) => {
    const { run, rows } = await (await syncOf(projectId, scope)).refused(projectId, runId)
    return { rows, refused: run.failed }
  },
  'sync.download': async ({ projectId, runId }, scope) => {
    const { run, rows } = await (await syncOf(projectId, scope)).refused(projectId, runId)
    const name = `refused-rows-${run.startedAt.slice(0, 10)}.csv`
    const { download } = await scope.files.offer(name, (path) =>
      writeCsv(path, REFUSED_HEADER, rows.map(cellsOf), { signal: scope.bulk.signal }),
    )
    return { ...download, rows: rows.length }
  },
  'sync.wait': async ({ projectId, runId }, scope) =>
    (await syncOf(projectId, scope)).wait(projectId, runId, scope.bulk),
}

const REFUSED_HEADER = ['Page', 'Row or line', 'Card number', 'Provider card id', 'Code', 'Reason']

/** A file has lines, not pages. */
function cellsOf({ page, row, cardNumber, providerCardId, code, reason }: RefusedRow): string[] {
  return [page === 0 ? '' : String(page), String(row), cardNumber ?? '', providerCardId ?? '', code, reason]
}
