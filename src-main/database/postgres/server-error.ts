import { DatabaseError } from '../database-error.ts'

/** SQLSTATE classes and codes after which a work may run again: nothing of it was kept. */
const REPEATABLE = new Set(['40001', '40P01', '23505', '55P03'])
/** The server cannot serve this connection, or not any longer. */
const LOST_CODE = /^(08...|57P0[1-5]|53300|25006|25P0[34])$/
const LOST_MESSAGE =
  /connection (terminated|ended|error)|timeout expired|the server is read-only|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|not queryable|is in recovery/i

/** Whether a failed work may be repeated as it is: it met another, which went first. */
export function isConflict(error: unknown): boolean {
  return REPEATABLE.has(codeOf(originOf(error)))
}

/** Whether a value was to be stored that may exist only once. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(originOf(error)) === '23505'
}

/** Whether the connection is gone, or leads to a server that takes no writes. */
export function isLost(error: unknown): boolean {
  const origin = originOf(error)
  return LOST_CODE.test(codeOf(origin)) || LOST_MESSAGE.test(`${codeOf(origin)} ${messageOf(origin)}`)
}

/** Whether the server takes no writes because it is set to be read-only. */
export function isReadOnly(error: unknown): boolean {
  const origin = originOf(error)
  return codeOf(origin) === '25006' || messageOf(origin) === 'the server is read-only'
}

/** Whether a host was passed over because it follows another. */
export function isStandby(error: unknown): boolean {
  return messageOf(originOf(error)).endsWith('a standby')
}

/** Whether it is an answer of a server, rather than the lack of one. */
export function isOfServer(error: unknown): boolean {
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(codeOf(error))
}

/** What the driver threw, of an error that was already classified for a work. */
function originOf(error: unknown): unknown {
  return error instanceof DatabaseError ? error.cause : error
}

/** Turns an error of the server or the network into a `DatabaseError`; returns any other error unchanged. */
export function classifyServer(error: unknown, place: string): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error
  const code = codeOf(error)
  if (code === '53100') return new DatabaseError('full', place, `${place} cannot be written: its disk is full`, error)
  if (isReadOnly(error))
    return new DatabaseError('unwritable', place, `${place} takes no changes: it is set to be read-only`, error)
  if (code === '53300')
    return new DatabaseError('crowded', place, `${place} has no connection to spare: ${error.message}`, error)
  // A work that is alone and finds its value taken has itself to blame.
  if (isLost(error) || (isConflict(error) && code !== '23505') || code === '57014')
    return new DatabaseError('away', place, `${place} does not answer (${code === '' ? error.message : code})`, error)
  if (/password must be a (non-empty )?string/.test(error.message))
    return new DatabaseError('away', place, `${place} asks for a password, and there is none`, error)
  if (/^(28...|3D000)$/.test(code))
    return new DatabaseError('away', place, `${place} refuses the login: ${error.message}`, error)
  return error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
