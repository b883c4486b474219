import type { CrossedError } from '../../src-preload/contract.ts'
import { textIfKnown } from '../locales/messages.ts'
import { isUnreachable } from './host-client.ts'

/** What the service refused, in the person's language where the code has words there, else in the service's own. */
export function errorWords(error: CrossedError): string {
  // A connection that is gone has said so in the person's language already.
  if (isUnreachable(error)) return error.message
  const words = (error.reason === undefined ? null : textIfKnown(`code.${error.reason}`)) ?? textIfKnown(error.code.replace('error.', 'code.')) ?? error.message
  const detail = error.details?.[0]
  return detail === undefined ? words : `${words}: ${detail.message}`
}
