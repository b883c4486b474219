import { bareHost, DestinationRefused } from '../../../../net/connector.ts'
import { httpLibrary } from '../../../../net/http-library.ts'
import { PortalError, type PortalErrorKind } from '../portal.ts'

/** What went wrong below HTTP, told apart by the network library's code. Nothing of the thrown error is carried on but that code. */
export function networkError(error: unknown, url: URL): PortalError {
  if (error instanceof DestinationRefused) return new PortalError('destination', `Not asked: ${error.message}.`)
  const code = codeOf(error)
  const host = bareHost(url)
  const kind = kindOf(code)
  return new PortalError(
    kind,
    sentenceOf(kind, code, `${host}:${url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port}`, host),
  )
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  // The parser leaves its code out when not even the first line is HTTP.
  if (error instanceof httpLibrary().errors.HTTPParserError) return error.code ?? 'HPE_INVALID'
  if ('code' in error && typeof error.code === 'string') return error.code
  // Every address of the name was tried, and each failed in its way.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return 'unknown'
}

const KINDS: Readonly<Record<string, PortalErrorKind>> = {
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
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
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

function kindOf(code: string): PortalErrorKind {
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code.startsWith('CERT_') || code.startsWith('CRL_'))
    return 'tls'
  // The parser's own: what answers does not speak HTTP.
  if (code.startsWith('HPE_')) return 'protocol'
  return KINDS[code] ?? 'unavailable'
}

function sentenceOf(kind: PortalErrorKind, code: string, address: string, host: string): string {
  if (kind === 'cannot_resolve')
    return `The name "${host}" leads nowhere (${code}). Check the address, and whether this computer is online.`
  if (kind === 'cannot_connect')
    return `Nothing can be reached at ${address} (${code}). Check the port, and whether a firewall is in the way.`
  if (kind === 'tls')
    return `No secure connection to ${host}: ${TLS_REASONS[code] ?? 'its certificate or encryption is not accepted'} (${code}).`
  if (kind === 'timeout') return 'The portal did not answer in time.'
  if (kind === 'protocol') return `What answers at ${address} does not speak the portal protocol (${code}).`
  return `The connection to the portal was lost before its answer was complete (${code}).`
}

const TLS_REASONS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is self-signed; add it as an extra certificate authority if it is your own',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate comes from an authority that is not trusted; add it as an extra certificate authority if it is your own',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; check the clock of this computer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what answers there does not speak TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'what answers there does not speak TLS',
  EPROTO: 'what answers there does not speak TLS, or only an outdated version',
}
