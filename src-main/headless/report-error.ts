import { CommanderError } from 'commander'
import { ServiceError, type ErrorCode, type ErrorDetail } from '../domain/errors.ts'
import { style } from './output/style.ts'
import { UsageError } from './usage-error.ts'

const REFUSED = 1
const USAGE = 2
const UNAVAILABLE = 3

const UNAVAILABLE_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'error.unavailable',
  'error.folder_in_use',
  'error.data_key',
  'error.store_moved',
  'error.offline',
])

interface Report {
  exitCode: number
  error: { code: ErrorCode; message: string; reason?: string; details?: readonly ErrorDetail[] }
}

/** Prints an error on standard error, with `--json` as JSON, and returns the exit code. */
export function reportError(error: unknown, json: boolean): number {
  const { exitCode, error: shown } = judge(error)
  if (json) {
    process.stderr.write(`${JSON.stringify(shown)}\n`)
    return exitCode
  }
  process.stderr.write(`${style.red('Error:')} ${shown.message}\n`)
  for (const { field, message } of shown.details ?? []) process.stderr.write(`  ${field}: ${message}\n`)
  return exitCode
}

function judge(error: unknown): Report {
  if (error instanceof CommanderError || error instanceof UsageError) {
    return { exitCode: USAGE, error: { code: 'error.validation', message: error.message.replace(/^error: /, '') } }
  }
  if (error instanceof ServiceError) {
    const { code, message, reason, details } = error
    return {
      exitCode: UNAVAILABLE_CODES.has(code) ? UNAVAILABLE : REFUSED,
      error: {
        code,
        message,
        ...(reason === undefined ? {} : { reason }),
        ...(details === undefined ? {} : { details }),
      },
    }
  }
  // By name: its class comes with the SQLite addon, which a command that runs elsewhere never loads.
  if (error instanceof Error && error.name === 'DatabaseError')
    return { exitCode: UNAVAILABLE, error: { code: 'error.unavailable', message: error.message } }
  return {
    exitCode: REFUSED,
    error: { code: 'error.internal', message: error instanceof Error ? (error.stack ?? error.message) : String(error) },
  }
}
