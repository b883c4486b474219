import { CLAIM_WORDS } from '../../../domain/cards/at-provider.ts'
import type { BulkResult } from '../../../domain/cards/bulk.ts'
import type { Bulk } from '../../../engine/bulk/bulk.ts'
import { requestOfFile } from '../../../engine/bulk/bulk-file.ts'
import { writeCsv } from '../../../engine/cards/files/write-table.ts'
import { jobOf } from '../bulk.ts'
import type { Handlers } from '../handler.ts'
import { environmentOf } from '../environment-of.ts'
import { withUpload } from './uploaded.ts'

export const bulkFileHandlers: Pick<Handlers<'bulk'>, 'bulk.previewFile' | 'bulk.startFile' | 'bulk.download'> = {
  'bulk.previewFile': async ({ command, map, sheet, ...input }, scope) => {
    const { bulk } = await environmentOf(input, scope)
    return withUpload(input, scope, async ({ path }, { signal }) =>
      bulk.preview(input.projectId, await requestOfFile({ file: path, map, sheet }, command, signal)),
    )
  },
  'bulk.startFile': async ({ command, map, sheet, choice, ...input }, scope) => {
    const { bulk } = await environmentOf(input, scope)
    return withUpload(input, scope, async ({ path }, { signal }) =>
      bulk.start(
        input.projectId,
        await requestOfFile({ file: path, map, sheet }, command, signal),
        scope.context(),
        choice,
      ),
    )
  },
  'bulk.download': async (input, scope) => {
    const { bulk, job } = await jobOf(input, scope)
    const name = `${job.command}-${job.startedAt.slice(0, 10)}-results.csv`
    const { download } = await scope.files.offer(name, (path) =>
      writeCsv(path, RESULT_HEADER, resultRows(bulk, job.id), { signal: scope.bulk.signal }),
    )
    return download
  },
}

const RESULT_HEADER = [
  'Card number',
  'Outcome',
  'Code',
  'Reason',
  'Message',
  'Id',
  'At the provider',
  "Provider's message",
]
const READ_AT_ONCE = 1_000

async function* resultRows(bulk: Bulk, jobId: string): AsyncGenerator<string[]> {
  for (let page = 1; ; page++) {
    const { docs } = await bulk.results(jobId, { page, limit: READ_AT_ONCE })
    yield* docs.map(rowOf)
    if (docs.length < READ_AT_ONCE) return
  }
}

function rowOf({ cardId, cardNumber, outcome, code, reason, message, claim, providerMessage }: BulkResult): string[] {
  const theirs = [claim === null ? '' : CLAIM_WORDS[claim], providerMessage ?? '']
  return [cardNumber ?? '', outcome, code ?? '', reason ?? '', message ?? '', cardId ?? '', ...theirs]
}
