import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../domain/errors.ts'

/** The answer to it names the methods that are possible. */
export class MethodNotAllowed extends ServiceError {
  readonly allowed: readonly string[]

  constructor(allowed: readonly string[]) {
    super('error.method_not_allowed', `Use ${allowed.join(' or ')} here`)
    this.allowed = allowed
  }
}

/** @throws MethodNotAllowed */
export function requireMethod(request: IncomingMessage, allowed: readonly string[]): void {
  if (!allowed.includes(request.method ?? '')) throw new MethodNotAllowed(allowed)
}
