import { createWriteStream } from 'node:fs'
import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AUDIT_DATABASES, type AuditEntry } from '../../domain/audit.ts'
import { validationError } from '../../domain/errors.ts'
import { replaceFile } from '../../engine/cards/files/replace-file.ts'
import { writeAuditCsv } from './files/audit-file.ts'
import type { Handlers } from './handler.ts'

export const auditHandlers: Omit<Handlers<'audit'>, 'audit.download'> = {
  'audit.list': ({ kind, ...input }, { engine }) => engine.audit.list(kind, input),

  'audit.actors': ({ kind, projectId }, { engine }) => engine.audit.actors(kind, projectId),

  'audit.verify': async (options, { engine }) => {
    if (options.projectId !== undefined) await engine.projects.get(options.projectId)
    const verdicts = await engine.audit.verifyAll(options)
    return { ok: AUDIT_DATABASES.every((kind) => verdicts[kind].ok), ...verdicts }
  },

  'audit.export': async ({ kind, file, projectId }, { engine, bulk }) => {
    let entries = 0
    const counted = async function* () {
      for await (const entry of engine.audit.exportEntries(kind, projectId)) {
        entries += 1
        if (entries % 500 === 0) bulk.onProgress?.({ done: entries, total: null })
        yield entry
      }
    }
    try {
      if (extname(file).toLowerCase() === '.csv') await writeAuditCsv(file, counted(), bulk.signal)
      else await writeJsonLines(file, counted(), bulk.signal)
    } catch (error) {
      if (error instanceof Error && 'syscall' in error)
        throw validationError([
          {
            field: 'file',
            message: `The file cannot be written: ${error.message}`,
            problem: { code: 'file_unwritable' },
          },
        ])
      throw error
    }
    return { file, entries }
  },
}

/** One JSON document per line, with everything needed to verify the chains elsewhere. */
async function writeJsonLines(
  file: string,
  entries: AsyncIterable<AuditEntry>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const lines = async function* () {
    for await (const entry of entries) yield `${JSON.stringify(entry)}\n`
  }
  await replaceFile(file, (temporary) =>
    pipeline(
      lines(),
      createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }),
      signal === undefined ? {} : { signal },
    ),
  )
}
