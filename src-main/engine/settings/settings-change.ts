import { validationError } from '../../domain/errors.ts'
import { parseOrigin, type SettingsChange } from '../../domain/desk/settings.ts'
import { parseCertificates, subjectOf } from '../../net/certificates.ts'
import { parseNetwork } from '../../net/address.ts'

/**
 * A change in the form in which it is stored: networks and origins normalised, certificates without surrounding text.
 *
 * @throws ServiceError `error.validation` naming an invalid network, origin or certificate
 */
export function checkedChange(change: SettingsChange): SettingsChange {
  const { allowedNetworks, corsOrigins, extraCa } = change
  return {
    ...change,
    ...(allowedNetworks === undefined ? {} : { allowedNetworks: allowedNetworks.map(checkedNetwork) }),
    ...(corsOrigins === undefined ? {} : { corsOrigins: corsOrigins.map(checkedOrigin) }),
    ...(extraCa === undefined ? {} : { extraCa: checkedCertificates(extraCa) }),
  }
}

function checkedNetwork(text: string): string {
  const network = parseNetwork(text)
  if (network === null)
    throw validationError([
      {
        field: 'allowedNetworks',
        message: `"${text}" is not a network such as 10.20.0.0/16 or fd00::/8`,
        problem: { code: 'network_form', text },
      },
    ])
  return network
}

function checkedOrigin(text: string): string {
  const origin = parseOrigin(text)
  if (origin === null)
    throw validationError([
      {
        field: 'corsOrigins',
        message: `"${text}" must be an origin such as https://fleet.example`,
        problem: { code: 'origin_form', text },
      },
    ])
  return origin
}

function checkedCertificates(text: string): string {
  if (text.trim() === '') return ''
  // A slip that would put a secret into the database, every backup and every page.
  if (/PRIVATE KEY-----/.test(text))
    throw validationError([
      {
        field: 'extraCa',
        message: 'This holds a private key; give the certificates alone',
        problem: { code: 'private_key' },
      },
    ])
  const found = parseCertificates(text)
  if (found === null)
    throw validationError([
      {
        field: 'extraCa',
        message: 'Must be certificates in PEM form (-----BEGIN CERTIFICATE-----)',
        problem: { code: 'certificates_form' },
      },
    ])
  return `${found.join('\n')}\n`
}

/** A value as the audit log records it: certificates by their subject. */
export function auditedValue(path: string, value: unknown): unknown {
  return path === 'extraCa' && typeof value === 'string' ? (parseCertificates(value) ?? []).map(subjectOf) : value
}
