import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, watch, type FSWatcher } from 'node:fs'
import { dirname } from 'node:path'
import type { Certificate } from '../../api/http/web-server.ts'
import type { Logger } from '../../engine/kernel/ports.ts'

/** Where `--tls-cert` and `--tls-key` point. */
export interface CertificateFiles {
  cert: string
  key: string
}

/** @throws an error of the file system or of OpenSSL, or one that names what is wrong with the certificate */
export function readCertificate(files: CertificateFiles): Certificate {
  const pair = { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') }
  // An empty text would be taken for one that was not given.
  if (!new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key)))
    throw new Error('The key is not that of the certificate')
  // Loaded when needed: most services use plain HTTP.
  process.getBuiltinModule('node:tls').createSecureContext(pair)
  return pair
}

/** Renewals write two files, one after the other. */
const SETTLED_MS = 500

/**
 * Calls `use` with each new pair that these files hold. A pair that cannot be served is kept out and logged: the
 * service goes on with the one it has.
 *
 * Watches the folders, since renewals replace files, or the link that leads to them.
 */
export function watchCertificate(
  files: CertificateFiles,
  current: Certificate,
  use: (certificate: Certificate) => void,
  logger: Logger,
): { reload(): void; close(): void } {
  let served = current
  let timer: NodeJS.Timeout | undefined
  const reload = () => {
    try {
      const next = readCertificate(files)
      if (next.cert === served.cert && next.key === served.key) return
      const { validFromDate, validToDate, subject } = new X509Certificate(next.cert)
      const now = new Date()
      if (now > validToDate || now < validFromDate)
        throw new Error(`It is valid from ${validFromDate.toISOString()} to ${validToDate.toISOString()}`)
      use(next)
      served = next
      logger.log('info', 'the certificate was renewed', { subject, validUntil: validToDate.toISOString() })
    } catch (error) {
      logger.log('error', 'the new certificate is not used, the present one stays', {
        certificate: files.cert,
        key: files.key,
        error: error instanceof Error ? error.message : String(error),
      })
    }
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(reload, SETTLED_MS)
    timer.unref()
  }
  const watchers = [...new Set([dirname(files.cert), dirname(files.key)])].map((folder) =>
    watchFolder(folder, soon, logger),
  )
  return {
    reload,
    close: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher?.close()
    },
  }
}

/** Null where the system can't watch it: a SIGHUP still reloads. */
function watchFolder(folder: string, onChange: () => void, logger: Logger): FSWatcher | null {
  const failed = (error: unknown) =>
    logger.log('warn', 'changes of the certificate are not noticed: send SIGHUP after a renewal', {
      folder,
      error: String(error),
    })
  try {
    const watcher = watch(folder, { persistent: false }, onChange)
    watcher.on('error', failed)
    return watcher
  } catch (error) {
    failed(error)
    return null
  }
}
