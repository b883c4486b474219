import { ERROR_CODES, ERROR_STATUS, type ErrorCode } from '../../domain/errors.ts'
import type { Route } from '../route.ts'

/** Every code an operation may answer: its own, and those of its kind. */
export function refusalsOf(route: Route): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>([
    ...(route.refusals ?? []),
    'error.forbidden',
    'error.internal',
    'error.unavailable',
  ])
  const add = (...more: ErrorCode[]) => more.forEach((code) => codes.add(code))
  // Unknown filters are refused everywhere.
  if (route.access === 'key') add('error.unauthorized', 'error.rate_limited', 'error.validation')
  if (route.sandboxOnly === true) add('error.sandbox_only')
  if (route.method !== 'get')
    add('error.validation', 'error.invalid_json', 'error.payload_too_large', 'error.unsupported_media_type')
  if (takesIdempotencyKey(route)) add('error.idempotency_mismatch')
  return byStatus(codes)
}

/** Codes that only other adapters answer, such as the command line. */
const ELSEWHERE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'error.project_not_found',
  'error.key_not_found',
  'error.job_not_found',
  'error.undo_expired',
  'error.folder_in_use',
  'error.data_key',
  'error.signed_out',
  'error.second_factor',
  'error.person_not_found',
  'error.invitation_expired',
  'error.last_administrator',
  'error.approval_void',
  'error.version_skew',
  'error.store_moved',
  'error.offline',
])

/** Every code that an answer of the API can have. */
export function apiCodes(): ErrorCode[] {
  return ERROR_CODES.filter((code) => !ELSEWHERE.has(code))
}

export function takesIdempotencyKey(route: Route): boolean {
  return route.method === 'post' && route.access === 'key'
}

function byStatus(codes: ReadonlySet<ErrorCode>): Map<number, ErrorCode[]> {
  const sorted = [...codes].sort((left, right) => ERROR_STATUS[left] - ERROR_STATUS[right] || left.localeCompare(right))
  const statuses = new Map<number, ErrorCode[]>()
  for (const code of sorted) statuses.set(ERROR_STATUS[code], [...(statuses.get(ERROR_STATUS[code]) ?? []), code])
  return statuses
}
