import { createWriteStream } from 'node:fs'
import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AUDIT_CHAINS, type AuditChain, type AuditEntry, type AuditVerdict } from '../../domain/audit.ts'
import { validationError } from '../../domain/errors.ts'
import type { AuditView } from '../../engine/kernel/audit/audit-view.ts'
import { replaceFile } from '../../engine/cards/files/replace-file.ts'
import { writeAuditCsv } from './files/audit-file.ts'
import type { Handlers } from './handler.ts'

export const auditHandlers: Omit<Handlers<'audit'>, 'audit.download'> = {
  'audit.list': ({ kind, ...input }, { engine }) => engine.audit.list(kind, input),

  'audit.verify': async ({ expect }, { engine }) => {
    const verdicts = await verifyAll(engine.audit)
    if (expect !== undefined) await holdAgainst(engine.audit, verdicts, expect)
    return { ok: AUDIT_CHAINS.every((kind) => verdicts[kind].ok), ...verdicts }
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

type Verdicts = Record<AuditChain, AuditVerdict>

async function verifyAll(audit: AuditView): Promise<Verdicts> {
  return {
    control: await audit.verify('control'),
    sandbox: await audit.verify('sandbox'),
    production: await audit.verify('production'),
  }
}

/**
 * A noted head is `<count>:<hash>`, optionally with its chain, `sandbox:<count>:<hash>`. Without a chain, it must occur
 * in one of the three.
 */
async function holdAgainst(audit: AuditView, verdicts: Verdicts, expected: string): Promise<void> {
  const named = AUDIT_CHAINS.find((kind) => expected.startsWith(`${kind}:`))
  if (named !== undefined) {
    verdicts[named] = await audit.verify(named, expected.slice(named.length + 1))
    return
  }
  const refused: Partial<Verdicts> = {}
  for (const kind of AUDIT_CHAINS) {
    const verdict = await audit.verify(kind, expected)
    // A broken chain is reported anyway, with or without the noted head.
    if (verdict.ok) return
    refused[kind] = verdict
  }
  Object.assign(verdicts, refused)
}

/** One JSON document per line, with everything needed to verify the chain elsewhere. */
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
