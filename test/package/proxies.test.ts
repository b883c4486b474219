import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort, openStream, runProxy } from '../support/http/proxy.ts'
import { createHome } from '../support/program.ts'
import { makeCertificate, ownerOf, PUBLIC_URL, send, startTeam } from '../support/team/team.ts'

const FOLDER = join(import.meta.dirname, '../../resources/deploy')
const HOST = new URL(PUBLIC_URL).host

interface Place {
  folder: string
  port: number
  /** `host:port` of the service. */
  service: string
  cert: string
  key: string
}

/** How each proxy is run with the shipped file, on a free port and with a certificate of the test's own. */
const PROXIES = {
  nginx: ({ folder, port, service, cert, key }: Place) => {
    const shipped = readFileSync(join(FOLDER, 'nginx.conf'), 'utf8')
      .replace('server 127.0.0.1:4010;', `server ${service};`)
      .replaceAll(/^ {2}listen \[::\].*\n/gm, '')
      .replace('listen 80;', `listen unix:${folder}/plain.sock;`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    )
    const root = process.getuid?.() === 0 ? 'user root;' : ''
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${root} daemon off; pid ${folder}/nginx.pid; events {} http { access_log off; ${own.join(' ')}\n${shipped}}`,
    )
    return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
  },
  caddy: ({ folder, port, service, cert, key }: Place) => {
    const shipped = readFileSync(join(FOLDER, 'Caddyfile'), 'utf8')
      .replace('reverse_proxy 127.0.0.1:4010', `reverse_proxy ${service}`)
      .replace(`${HOST} {`, `${PUBLIC_URL}:${port} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}`)
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${shipped}`)
    return ['run', '--config', file, '--adapter', 'caddyfile']
  },
} as const

const there = (program: string) => spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined

for (const name of ['nginx', 'caddy'] as const) {
  if (!there(name)) console.log(`Not run: the service behind ${name}, because there is no ${name} on this machine`)

  it.runIf(there(name))(
    `behind ${name} as shipped, pages and programs reach the service, and clients stay themselves`,
    async () => {
      const home = createHome()
      const team = await startTeam(['--trusted-proxy', '127.0.0.1', '--log-level', 'info'], home)
      const owner = await ownerOf(team)
      const port = await freePort()
      const service = new URL(team.listensAt).host
      const words = PROXIES[name]({ folder: home.dir, port, service, ...makeCertificate(home.dir, 'proxy') })
      await runProxy(name, words, home.dir, port)
      const proxy = `https://127.0.0.1:${port}`
      // A client from elsewhere, which pretends to be someone else.
      const from = '127.0.0.5'
      const pretending = {
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        forwarded: 'for=6.6.6.6;host=evil.example;proto=http',
      }

      expect((await send(`${proxy}/v1/health`, { from, headers: pretending })).body).toEqual({
        status: 'ok',
        state: 'ready',
      })
      const page = await send(`${proxy}/`, { from })
      expect(page.body).toContain('<!doctype html>')
      expect(page.headers).toMatchObject({
        'strict-transport-security': 'max-age=31536000',
        'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      })
      // What is for this machine alone is not behind the proxy, although it is on this machine.
      expect((await send(`${proxy}/v1/health`, { from, headers: { host: '127.0.0.1' } })).body).not.toHaveProperty(
        'status',
      )
      expect((await send(`${proxy}/inbox/x`, { from })).status).toBe(404)

      const session = {
        cookie: `__Host-fuelcard_session=${owner.secrets.cookie}`,
        'x-fuelcard-session': owner.secrets.proof,
      }
      const stream = await openStream(proxy, { ...session, ...pretending })
      const called = await send(`${proxy}/bridge/call/projects.create`, {
        from,
        method: 'POST',
        headers: { ...session, origin: PUBLIC_URL },
        body: { name: 'Fleet' },
      })
      expect(called.body).toMatchObject({ ok: true })
      // Not buffered: it arrives although the stream goes on.
      await stream('event: project.changed')

      const { stderr } = await team.end('SIGTERM')
      expect(stderr).toMatch(/"path":"\/v1\/health".*"address":"127\.0\.0\.5"/)
      expect(stderr).not.toContain('6.6.6.6')
      await stream('event: reconnect')
    },
  )
}
