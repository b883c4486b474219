import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createPlain, type Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openServiceRequests } from '../../../../src-main/bridge/remote/service-requests.ts'
import { removeFolder } from '../../../support/remove-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'fuelcard-test-'))
afterAll(() => removeFolder(folder))
const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' })
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

const authority = (name: string) =>
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.pem`,
  )
authority('ours')
authority('strange')

/** A certificate for a name, by an authority. */
function certificate(name: string, subject: string, by: string, ...validity: string[]): void {
  writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${subject}`)
  openssl('req', ...newKey, '-subj', '/CN=fleet', '-keyout', `${name}.key`, '-out', `${name}.csr`)
  const signer = ['-CA', `${by}.pem`, '-CAkey', `${by}.key`, '-CAcreateserial', '-extfile', `${name}.ext`]
  openssl('x509', '-req', '-in', `${name}.csr`, ...signer, ...validity, '-out', `${name}.pem`)
}
certificate('good', 'IP:127.0.0.1', 'ours', '-days', '2')
certificate('elsewhere', 'DNS:other.example', 'ours', '-days', '2')
certificate('expired', 'IP:127.0.0.1', 'ours', '-days', '-1')
certificate('unknown', 'IP:127.0.0.1', 'strange', '-days', '2')

const text = (name: string) => readFileSync(join(folder, name), 'utf8')
let tokens: (string | undefined)[] = []

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Asks a service with this certificate, as an app that has a token for it and trusts our authority. */
async function ask(name: string, path: 'post' | 'stream') {
  tokens = []
  const server = createServer({ cert: text(`${name}.pem`), key: text(`${name}.key`) }, (request, response) => {
    tokens.push(request.headers.authorization)
    response.setHeader('content-type', 'application/json').end('{"ok":true}')
  })
  return asking(`https://127.0.0.1:${await portOf(server)}`, path)
}

async function asking(address: string, path: 'post' | 'stream') {
  const requests = openServiceRequests({ address, contract: '1.0', extraCa: [text('ours.pem')] })
  onTestFinished(() => requests.close())
  if (path === 'stream') {
    const { status, chunks } = await requests.stream({
      path: '/x',
      token: 'secret',
      signal: AbortSignal.timeout(5_000),
    })
    for await (const _chunk of chunks) break
    return { status }
  }
  const body = { body: '{}', contentType: 'application/json', totalMs: 5_000 }
  return requests.post({ path: '/x', token: 'secret', ...body })
}

test('a service with a certificate of an authority that is trusted is asked', async () => {
  expect(await ask('good', 'post')).toMatchObject({ status: 200 })
  expect(await ask('good', 'stream')).toMatchObject({ status: 200 })
  expect(tokens).toEqual(['Bearer secret'])
})

test.each([
  ['made by its own hand', 'strange', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['of an authority that nobody here knows', 'unknown', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['for another host', 'elsewhere', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['that has expired', 'expired', 'CERT_HAS_EXPIRED'],
])('a certificate %s is refused in words, before the token is sent', async (_name, name, code) => {
  for (const path of ['post', 'stream'] as const) {
    await expect(ask(name, path)).rejects.toMatchObject({
      code: 'error.offline',
      reason: 'tls',
      message: expect.stringContaining(`its certificate is not valid here (${code})`) as string,
    })
    expect(tokens).toEqual([])
  }
})

test('a redirect to another host is not followed, and the token goes nowhere else', async () => {
  tokens = []
  const there = await portOf(
    createPlain((request, response) => {
      tokens.push(request.headers.authorization)
      response.end('{}')
    }),
  )
  for (const status of [301, 302, 303, 307, 308]) {
    const leading = createPlain((_request, response) =>
      response
        .writeHead(status, { location: `http://127.0.0.1:${there}/x`, 'content-type': 'application/json' })
        .end('{}'),
    )
    const address = `http://127.0.0.1:${await portOf(leading)}`
    for (const path of ['post', 'stream'] as const)
      await expect(asking(address, path)).rejects.toMatchObject({
        code: 'error.unavailable',
        reason: 'redirect',
        message: expect.stringContaining(`leads on to http://127.0.0.1:${there}`) as string,
      })
  }
  expect(tokens).toEqual([])
})
