import { ServiceError } from '../../domain/errors.ts'
import { FILE_CALLS } from '../../../src-preload/file-calls.ts'
import { SERVICE_CALLS } from '../../../src-preload/service-calls.ts'

type ToCome = keyof typeof FILE_CALLS | keyof typeof SERVICE_CALLS

/** Calls of the contract that nothing answers yet. Each real set of handlers is spread after this one, and takes its calls out of here. */
export const handlersToCome = Object.fromEntries(
  [FILE_CALLS, SERVICE_CALLS].flatMap((calls) => Object.keys(calls)).map((name) => [name, () => Promise.reject(new ServiceError('error.unavailable', 'Not built yet'))]),
) as unknown as Record<ToCome, () => Promise<never>>
