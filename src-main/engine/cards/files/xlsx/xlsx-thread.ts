import type { Problem } from '../../../../domain/problem.ts'
import { startThread, type CrossedError, type Thread } from '../../../../database/thread.ts'
import { FileFormatError, type FileFormatErrorCode } from '../file-format-error.ts'
import type { XlsxCalls } from './xlsx-protocol.ts'

/**
 * Well above what the largest permitted sheet needs (sheet-limits.ts): a thread that hits its limit at the wrong moment
 * ends the whole process.
 */
const MAX_HEAP_MEGABYTES = 2048

/** Starts the thread that reads or writes one Excel file, one call at a time; `signal` ends it at once. */
export function startXlsxThread(signal?: AbortSignal): Thread<XlsxCalls> {
  return startThread<XlsxCalls>(import.meta.url, {
    name: 'xlsx',
    signal,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES },
    revive,
  })
}

function revive({ name, message, code, problem }: CrossedError): Error | null {
  if (name === 'FileFormatError') return new FileFormatError(code as FileFormatErrorCode, message, problem as Problem)
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new FileFormatError('too_large', 'The Excel file needs too much memory. Use CSV for a table of this size.', {
        code: 'xlsx_memory',
      })
    : null
}
