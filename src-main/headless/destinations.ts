import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseNetwork } from '../engine/webhooks/destination-guard.ts'
import { userPath } from './invocation.ts'
import { UsageError } from './usage-error.ts'

/**
 * The networks of `--allow-private-destinations`, in CIDR form.
 *
 * @throws UsageError naming the first that is none
 */
export function readNetworks(text: string | undefined): string[] {
  if (text === undefined) return []
  return text.split(',').map((part) => {
    const network = parseNetwork(part.trim())
    if (network === null) throw new UsageError(`--allow-private-destinations takes networks such as 10.20.0.0/16,fd00::/8, not "${part.trim()}"`)
    return network
  })
}

/**
 * The certificates of `--extra-ca`, one PEM text each.
 *
 * @throws UsageError when the file cannot be read or holds none
 */
export function readCertificates(file: string | undefined): string[] {
  if (file === undefined) return []
  const path = userPath(file)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`--extra-ca: ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  const found = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  if (found.length === 0 || !found.every(isCertificate)) throw new UsageError(`--extra-ca: ${path} holds no certificate in PEM form`)
  return found
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}
