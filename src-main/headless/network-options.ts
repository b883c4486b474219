import { readFileSync } from 'node:fs'
import { parseCertificates } from '../net/certificates.ts'
import { parseNetwork } from '../net/address.ts'
import { userPath } from './invocation.ts'
import { fileError, UsageError } from './usage-error.ts'

/**
 * The networks of `--allow-private-destinations`, in CIDR form.
 *
 * @throws UsageError naming the first invalid one
 */
export function readNetworks(text: string): string[] {
  return text.split(',').map((part) => {
    const network = parseNetwork(part.trim())
    if (network === null)
      throw new UsageError(
        `--allow-private-destinations takes networks such as 10.20.0.0/16,fd00::/8, not "${part.trim()}"`,
      )
    return network
  })
}

/**
 * The certificates of `--extra-ca`, one PEM text each.
 *
 * @throws UsageError if the file cannot be read or has none
 */
export function readCertificates(file: string): string[] {
  const path = userPath(file)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw fileError(`--extra-ca: ${path} cannot be read`, error)
  }
  const found = parseCertificates(text)
  if (found === null) throw new UsageError(`--extra-ca: ${path} holds no certificate in PEM form`)
  return found
}
