import { X509Certificate } from 'node:crypto'

/**
 * The certificates in a PEM text, one text each; null where it holds none, or one that cannot be read. What stands
 * around them is left out.
 */
export function parseCertificates(text: string): string[] | null {
  const found = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  return found.length > 0 && found.every((pem) => subjectOf(pem) !== null) ? found : null
}

/** Whom a certificate is for, as one line; null where it cannot be read. */
export function subjectOf(pem: string): string | null {
  try {
    return new X509Certificate(pem).subject.replaceAll('\n', ', ')
  } catch {
    return null
  }
}
