import { z } from 'zod'
import { ERROR_CODES, ServiceError, type ErrorDetail } from '../../domain/errors.ts'
import { requireNear } from '../../domain/desk/contract-version.ts'
import type { CallName, CallResult, CrossedError } from '../../../src-preload/contract.ts'
import type { ServiceRequests } from './service-requests.ts'

/** The contract's calls, carried to a team's service. */
export interface RemoteCalls {
  /** Never rejects: every failure is a result with a code, as behind the other transports. */
  call(name: string, input: unknown, signal?: AbortSignal): Promise<CallResult<CallName>>
}

const crossedErrorSchema = z.object({
  code: z.enum(ERROR_CODES).catch('error.internal'),
  message: z.string(),
  requestId: z.string().default(''),
  reason: z.string().optional(),
  details: z.custom<readonly ErrorDetail[]>(Array.isArray).optional(),
})
const resultSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: crossedErrorSchema }),
])

const TOTAL_MS = 60_000
/** Calls whose work grows with what they are given. */
const LONG_MS = 30 * 60_000
const LONG: ReadonlySet<string> = new Set<CallName>([
  'audit.download',
  'audit.verify',
  'backup.now',
  'bulk.preview',
  'bulk.previewFile',
  'bulk.start',
  'bulk.startFile',
  'cards.download',
  'cards.mock',
  'diagnostics.download',
  'imports.download',
  'imports.look',
  'imports.run',
  'personal.download',
  'personal.erase',
  'projects.delete',
  'sandbox.reset',
])

export function createRemoteCalls(
  requests: ServiceRequests,
  { token, contract, lacks }: { token: string; contract: string; lacks?: (name: string) => boolean },
): RemoteCalls {
  const run = async (name: string, input: unknown, signal?: AbortSignal): Promise<CallResult<CallName>> => {
    if (lacks?.(name) === true) throw lacking()
    const answer = await requests.post({
      path: `/bridge/call/${name}`,
      body: JSON.stringify(input ?? {}),
      contentType: 'application/json',
      token,
      totalMs: LONG.has(name) ? LONG_MS : TOTAL_MS,
      signal,
    })
    if (answer.contract !== null) requireNear({ app: contract, service: answer.contract })
    const result = resultSchema.safeParse(answer.body)
    if (!result.success)
      throw new ServiceError('error.unavailable', 'The service gave an answer that this version does not understand')
    // The service validated it against the contract.
    if (result.data.ok) return result.data as CallResult<CallName>
    // The app asks by names of the contract alone: one that is missing there is newer than the service.
    if (result.data.error.code === 'error.route_not_found') throw lacking()
    return { ok: false, error: result.data.error as CrossedError }
  }
  return {
    call: async (name, input, signal) => {
      try {
        return await run(name, input, signal)
      } catch (error) {
        return { ok: false, error: crossed(error) }
      }
    },
  }
}

function lacking(): ServiceError {
  return new ServiceError(
    'error.version_skew',
    'The service is of an earlier version and cannot do this: update the service',
    {
      reason: 'update_service',
    },
  )
}

function crossed(error: unknown): CrossedError {
  if (!(error instanceof ServiceError))
    return { code: 'error.internal', message: error instanceof Error ? error.message : String(error), requestId: '' }
  const { code, message, reason, details } = error
  return {
    code,
    message,
    requestId: '',
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
  }
}
