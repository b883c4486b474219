import { DestinationRefused } from './connector.ts'
import { httpLibrary } from './http-library.ts'

export type NetworkErrorKind =
  | 'destination'
  | 'cannot_resolve'
  | 'cannot_connect'
  | 'tls'
  | 'timeout'
  | 'protocol'
  | 'too_large'
  | 'unavailable'
  | 'aborted'

/** Why a request got no response. */
export class NetworkError extends Error {
  readonly kind: NetworkErrorKind
  /** The code of the system, the TLS library or the HTTP library; null if there is none. */
  readonly code: string | null

  constructor(kind: NetworkErrorKind, code: string | null, message: string) {
    super(message)
    this.kind = kind
    this.code = code
  }
}

/** Classifies a failure below HTTP by its code. Only code and message of the original error are kept. */
export function asNetworkError(error: unknown): NetworkError {
  if (error instanceof NetworkError) return error
  if (error instanceof DestinationRefused) return new NetworkError('destination', null, error.message)
  const code = codeOf(error)
  return new NetworkError(kindOf(code ?? ''), code, error instanceof Error ? error.message : String(error))
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  // The parser omits its code if not even the first line is HTTP.
  if (error instanceof httpLibrary().errors.HTTPParserError) return error.code ?? 'HPE_INVALID'
  if ('code' in error && typeof error.code === 'string') return error.code
  // Every address of the name was tried; the first failure stands for all.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return null
}

const KINDS: Readonly<Record<string, NetworkErrorKind>> = {
  ENOTFOUND: 'cannot_resolve',
  EAI_AGAIN: 'cannot_resolve',
  ENODATA: 'cannot_resolve',
  EAI_FAIL: 'cannot_resolve',
  ECONNREFUSED: 'cannot_connect',
  EHOSTUNREACH: 'cannot_connect',
  EHOSTDOWN: 'cannot_connect',
  ENETUNREACH: 'cannot_connect',
  ENETDOWN: 'cannot_connect',
  EADDRNOTAVAIL: 'cannot_connect',
  ETIMEDOUT: 'cannot_connect',
  UND_ERR_CONNECT_TIMEOUT: 'cannot_connect',
  UND_ERR_DESTROYED: 'aborted',
  UND_ERR_CLOSED: 'aborted',
  UND_ERR_HEADERS_OVERFLOW: 'protocol',
  EPROTO: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  HOSTNAME_MISMATCH: 'tls',
  INVALID_PURPOSE: 'tls',
}

function kindOf(code: string): NetworkErrorKind {
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code.startsWith('CERT_') || code.startsWith('CRL_'))
    return 'tls'
  // The parser's own codes: the other side does not speak HTTP.
  if (code.startsWith('HPE_')) return 'protocol'
  return KINDS[code] ?? 'unavailable'
}
