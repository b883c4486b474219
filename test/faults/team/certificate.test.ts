import { once } from 'node:events'
import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { createHome } from '../../support/program.ts'
import { makeCertificate, send, startTeam } from '../../support/team/team.ts'

/** An open connection, and the name in the certificate that it got. */
async function connection(listensAt: string): Promise<{ socket: TLSSocket; subject: string }> {
  const port = Number(new URL(listensAt).port)
  const socket = connect({ port, host: '127.0.0.1', servername: 'fleet.example', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  return { socket, subject: String(socket.getPeerCertificate().subject.CN) }
}

async function served(listensAt: string): Promise<string> {
  const { socket, subject } = await connection(listensAt)
  socket.destroy()
  return subject
}

/** As certbot does: written elsewhere, then moved over. */
function replace(target: string, source: string): void {
  copyFileSync(source, `${target}.new`)
  renameSync(`${target}.new`, target)
}

test('a renewed certificate is served without a restart, and a bad one never is', async () => {
  const home = createHome()
  const first = makeCertificate(home.dir, 'first', 'first')
  const second = makeCertificate(home.dir, 'second', 'second')
  const third = makeCertificate(home.dir, 'third', 'third')
  const used = { cert: join(home.dir, 'tls.pem'), key: join(home.dir, 'tls.key') }
  replace(used.cert, first.cert)
  replace(used.key, first.key)
  const { listensAt, ready, end } = await startTeam(['--tls-cert', used.cert, '--tls-key', used.key], home)
  expect(listensAt).toMatch(/^https:/)
  const { socket, subject } = await connection(listensAt)
  expect(subject).toBe('first')

  // Found by watching the folder.
  replace(used.cert, second.cert)
  replace(used.key, second.key)
  await expect.poll(() => served(listensAt)).toBe('second')
  // The connection of before goes on.
  socket.write('GET /v1/health HTTP/1.1\r\nHost: fleet.example\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
  socket.destroy()

  // Half of a renewal, and files that hold no key.
  replace(used.cert, third.cert)
  for (const key of [readFileSync(first.key), 'no key', '']) {
    writeFileSync(used.key, key)
    process.kill(ready.pid, 'SIGHUP')
    for (let round = 0; round < 10; round += 1) expect(await served(listensAt)).toBe('second')
  }
  replace(used.key, third.key)
  process.kill(ready.pid, 'SIGHUP')
  await expect.poll(() => served(listensAt)).toBe('third')

  expect((await send(`${listensAt}/v1/health`, { from: '127.0.0.1' })).status).toBe(200)
  const { code, stderr } = await end('SIGTERM')
  expect(code).toBe(0)
  expect(stderr).toContain('the present one stays')
})

test('a certificate and a key that do not belong together are refused at the start', async () => {
  const home = createHome()
  const [one, other] = [makeCertificate(home.dir, 'one'), makeCertificate(home.dir, 'other')]
  const words = ['serve', '--public-url', 'https://fleet.example', '--tls-cert', one.cert, '--tls-key', other.key]
  const ending = await home.run(words)
  expect(ending).toMatchObject({ code: 2, stderr: expect.stringMatching(/not a pair that can be served/) as string })
})
