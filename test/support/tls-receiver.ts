import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const FIXTURES = join(import.meta.dirname, '../fixtures/tls')

/** The certificate of `startTlsReceiver`, which no authority known to this machine has signed. */
export const TLS_CERTIFICATE = join(FIXTURES, 'cert.pem')

/** A receiver with TLS on a free loopback port, closed after the test. */
export async function startTlsReceiver(): Promise<{ url: string; arrivals: () => number }> {
  let arrivals = 0
  const server = createServer(
    { cert: readFileSync(TLS_CERTIFICATE), key: readFileSync(join(FIXTURES, 'key.pem')) },
    (request, response) => {
      arrivals += 1
      request.resume()
      response.writeHead(200).end('ok')
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `https://localhost:${(server.address() as AddressInfo).port}/hook`, arrivals: () => arrivals }
}
