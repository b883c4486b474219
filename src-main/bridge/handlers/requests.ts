import { ServiceError } from '../../domain/errors.ts'
import type { Handlers } from './handler.ts'

export const requestHandlers: Handlers<'requests' | 'console'> = {
  'requests.list': (input, { engine }) => engine.requests.list(input),
  'console.run': async (input, { engine, host, bulk }) => {
    if (host.runRequest === undefined) throw new ServiceError('error.unavailable', 'This host has no API')
    // Only checks that the key exists: the API decides whether it still works.
    if (!(await engine.keys.list()).some(({ id }) => id === input.keyId)) throw new ServiceError('error.key_not_found')
    return host.runRequest(input, bulk.signal)
  },
}
