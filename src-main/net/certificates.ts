import { X509Certificate } from 'node:crypto'

/** The certificates in a PEM text, without anything around them; null if there is none or one is unreadable. */
export function parseCertificates(text: string): string[] | null {
  const found = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  return found.length > 0 && found.every((pem) => subjectOf(pem) !== null) ? found : null
}

/** A certificate's subject on one line; null if it is unreadable. */
export function subjectOf(pem: string): string | null {
  try {
    return new X509Certificate(pem).subject.replaceAll('\n', ', ')
  } catch {
    return null
  }
}

let authorities: readonly string[] | null = null

/** The certificates that the system's administrator trusts, in addition to those that Node brings along. */
export function systemAuthorities(): readonly string[] {
  authorities ??= process.getBuiltinModule('node:tls').getCACertificates('system')
  return authorities
}
