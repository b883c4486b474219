import type { NetworkError } from '../../../../net/network-error.ts'
import { bareHost } from '../../../../net/connector.ts'
import { portOf } from '../../../../net/address.ts'
import { PortalError } from '../portal.ts'

/** Says in a clerk's words why a portal did not respond. Keeps only the code of the original error. */
export function portalErrorOf(error: NetworkError, url: URL, withinMs: number, answerBytes: number): PortalError {
  return new PortalError(error.kind, sentenceOf(error, url, withinMs, answerBytes))
}

function sentenceOf(
  { kind, code: known, message }: NetworkError,
  url: URL,
  withinMs: number,
  answerBytes: number,
): string {
  const code = known ?? 'unknown'
  const host = bareHost(url)
  const address = `${host}:${portOf(url)}`
  switch (kind) {
    case 'aborted':
      return 'The request to the portal was cancelled.'
    case 'destination':
      return `Not asked: ${message}.`
    case 'cannot_resolve':
      return `The name "${host}" leads nowhere (${code}). Check the address, and whether this computer is online.`
    case 'cannot_connect':
      return `Nothing can be reached at ${address} (${code}). Check the port, and whether a firewall is in the way.`
    case 'tls':
      return `No secure connection to ${host}: ${TLS_REASONS[code] ?? 'its certificate or encryption is not accepted'} (${code}).`
    case 'timeout':
      return `The portal did not give a complete answer within ${withinMs / 1_000} seconds.`
    case 'too_large':
      return `The portal's answer is larger than ${Math.round(answerBytes / 1024 / 1024)} MB and was not read to its end.`
    case 'protocol':
      return `What answers at ${address} does not speak the portal protocol (${code}).`
    case 'unavailable':
      return `The connection to the portal was lost before its answer was complete (${code}).`
  }
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
