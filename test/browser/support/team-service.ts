import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { removeFolder } from '../../support/remove-folder.ts'
import { startBuiltService, type BuiltService } from './built-service.ts'
import { SHORT_LIVED_FLAGS, findChromium } from './chromium.ts'

export const PUBLIC_URL = 'https://fleet.example'

export interface TeamService {
  service: BuiltService
  /** Finds the public host on this machine, and takes its certificate for a real one. */
  browser: Browser
  dispose(): Promise<void>
}

/** A service at a public URL, with TLS, and a browser that reaches it there. */
export async function startTeamService(): Promise<TeamService> {
  const folder = mkdtempSync(join(tmpdir(), 'fuelcard-team-'))
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=fleet.example -addext subjectAltName=DNS:fleet.example`
  execFileSync('openssl', [...words.split(' '), '-out', files.cert, '-keyout', files.key], { stdio: 'ignore' })
  const flags = ['--public-url', PUBLIC_URL, '--tls-cert', files.cert, '--tls-key', files.key]
  // Without an administrator, no service starts at a public URL.
  const service = await startBuiltService(flags, {}, (command) =>
    command('people', 'add', '--administrator', '--name', 'Ada', '--email', 'ada@fleet.example'),
  )
  const { publicKey } = new X509Certificate(readFileSync(files.cert))
  const pin = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      ...SHORT_LIVED_FLAGS,
      `--host-resolver-rules=MAP fleet.example:443 ${new URL(service.ready.listensAt ?? '').host}`,
      // With an ignored error the page would have no passkeys.
      `--ignore-certificate-errors-spki-list=${pin}`,
    ],
  })
  return {
    service,
    browser,
    dispose: async () => {
      await browser.close()
      await service.dispose()
      removeFolder(folder)
    },
  }
}
