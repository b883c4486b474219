import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { CreatedApiKey, Project } from '../../src-main/domain/access.ts'
import type { Card } from '../../src-main/domain/card.ts'
import { freePort, openStream, runProxy } from '../support/http/proxy.ts'
import { startCluster, type Cluster } from '../support/postgres/cluster.ts'
import { postgresPrograms } from '../support/postgres/server.ts'
import type { RunningService } from '../support/program.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { makeCertificate, ownerOf, PUBLIC_URL, send } from '../support/team/team.ts'

const FOLDER = join(import.meta.dirname, '../../resources/deploy')
const FROM = '127.0.0.5'
const LANES = 4
/** So many answers before something happens to an instance, and after it. */
const ANSWERS = 25

interface Place {
  folder: string
  port: number
  /** `host:port` of each instance. */
  instances: readonly string[]
}

/** How each balancer is run with the shipped file, on a free port and with a certificate of the test's own. */
const BALANCERS = {
  nginx: ({ folder, port, instances }: Place) => {
    const { cert, key } = makeCertificate(folder, 'balancer')
    const shipped = withInstances(readFileSync(join(FOLDER, 'nginx-cluster.conf'), 'utf8'), instances)
      .replaceAll(/^ {2}listen \[::\].*\n/gm, '')
      .replace('listen 80;', `listen unix:${folder}/plain.sock;`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    )
    const root = process.getuid?.() === 0 ? 'user root;' : ''
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `${root} daemon off; worker_processes 2; pid ${folder}/nginx.pid; events {} http { access_log off; ${own.join(' ')}\n${shipped}}`,
    )
    return ['-p', folder, '-c', file, '-e', 'stderr']
  },
  haproxy: ({ folder, port, instances }: Place) => {
    const { cert, key } = makeCertificate(folder, 'balancer')
    const both = join(folder, 'both.pem')
    writeFileSync(both, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'))
    const shipped = withInstances(readFileSync(join(FOLDER, 'haproxy.cfg'), 'utf8'), instances)
      .replace('bind :80', `bind unix@${folder}/plain.sock`)
      .replace(/bind :443 ssl crt \S+/, `bind 127.0.0.1:${port} ssl crt ${both}`)
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, shipped)
    return ['-f', file, '-db']
  },
} as const

function withInstances(text: string, [one = '', two = '']: readonly string[]): string {
  return text.replace('10.20.0.11:4010', one).replace('10.20.0.12:4010', two)
}

const isThere = (program: string) => spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined

describe.skipIf(postgresPrograms() === null)('two instances over one store', () => {
  let cluster: Cluster
  let key: string
  let project: Project
  let cards: Card[]
  let owner: Awaited<ReturnType<typeof ownerOf>>
  const services: RunningService[] = []
  const ends: (() => Promise<void>)[] = []

  /** Serves at the public address, as each machine of the cluster does. */
  const serve = async (index: number) => {
    const instance = cluster.instances[index]
    if (instance === undefined) throw new Error(`There is no instance ${index}`)
    services[index] = await instance.home.serve([
      '--no-demo',
      '--public-url',
      PUBLIC_URL,
      '--trusted-proxy',
      '127.0.0.1',
    ])
  }

  beforeAll(async () => {
    cluster = await startCluster(2, { whenDone: (end) => ends.unshift(end) })
    await cluster.json(['people', 'add', '--administrator', '--email', 'ada@fleet.example', '--name', 'Ada'], 0)
    project = await cluster.json<Project>(['projects', 'create', '--name', 'Fleet'], 0)
    await cluster.json(['cards', 'mock', '--count', '40', '--seed', '5', '--project', 'Fleet'], 0)
    const words = ['--environment', 'sandbox', '--project', 'Fleet']
    key = (await cluster.json<CreatedApiKey>(['keys', 'create', '--name', 'load', ...words], 0)).key
    const list = ['cards', 'list', '--status', 'active', '--limit', String(LANES)]
    cards = (await cluster.json<{ docs: Card[] }>([...list, ...words], 0)).docs
    for (const { service } of cluster.instances) await service.end('SIGTERM')
    for (const index of [0, 1]) await serve(index)
    const second = services[1]
    if (second?.ready.localUrl === undefined) throw new Error('The second instance has no listener of its own')
    // Signed in at one instance, known at both.
    owner = await ownerOf({ ready: second.ready, local: second.ready.localUrl.slice(0, -'/v1'.length) })
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  for (const name of ['nginx', 'haproxy'] as const) {
    if (!isThere(name)) console.log(`Not run: instances behind ${name}, because there is no ${name} on this machine`)

    it.runIf(isThere(name)).each([
      ['is killed', 'SIGKILL'],
      ['drains', 'SIGTERM'],
    ] as const)(
      `behind ${name} as shipped, requests with a key and live events go on while an instance %s`,
      async (_what, signal) => {
        const folder = mkdtempSync(join(tmpdir(), 'fuelcard-balancer-'))
        onTestFinished(() => removeFolder(folder))
        const port = await freePort()
        const instances = services.map(({ ready }) => new URL(ready.listensAt ?? '').host)
        await runProxy(name, BALANCERS[name]({ folder, port, instances }), folder, port)
        const balancer = `https://127.0.0.1:${port}`
        const health = await send(`${balancer}/v1/health`, { from: FROM })
        expect(health.body).toEqual({ status: 'ok', state: 'ready' })

        const session = {
          cookie: `__Host-fuelcard_session=${owner.secrets.cookie}`,
          'x-fuelcard-session': owner.secrets.proof,
        }
        const before = [await openStream(balancer, session), await openStream(balancer, session)]
        const load = startLoad(balancer, { key, project, cards, run: `${name}-${signal}` })
        await load.answers(ANSWERS)
        await services[0]?.end(signal)
        await load.answers(ANSWERS)
        expect(await load.stop()).toEqual([])

        // The pages of the instance that left come back, and see what happens.
        const streams = [...before, await openStream(balancer, session)]
        await owner.call('projects.create', { name: `${name} ${signal}` })
        await Promise.any(streams.slice(0, 2).map((stream) => stream('event: project.changed')))
        await streams[2]?.('event: project.changed')
        await serve(0)
      },
    )
  }
})

interface Work {
  key: string
  project: Project
  cards: readonly Card[]
  /** Begins each idempotency key. */
  run: string
}

/** Disables and enables each card in turn, and reads the list; what no client should see is kept. */
function startLoad(balancer: string, { key, project, cards, run }: Work) {
  const odd: unknown[] = []
  let answered = 0
  let goesOn = true
  const authorization = `Bearer ${key}`
  const ask = async (method: string, path: string, idempotencyKey?: string): Promise<number> => {
    const keyed: Record<string, string> = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
    const answer = await send(`${balancer}/v1/projects/${project.id}/${path}`, {
      from: FROM,
      method,
      headers: { authorization, ...keyed },
    }).catch((error: unknown) => ({ status: 0, body: String(error) }))
    // 409: begun by an instance that may still live. It is answered as soon as that is known.
    if (answer.status !== 200 && answer.status !== 409) odd.push([method, path, answer.status, answer.body])
    return answer.status
  }
  const lanes = cards.map(async ({ id }) => {
    for (let turn = 0; goesOn || turn % 2 !== 0; turn += 1) {
      const path = `cards/${id}/${turn % 2 === 0 ? 'disable' : 'enable'}`
      while ((await ask('POST', path, `${run}-${id}-${turn}`)) === 409) await new Promise(setImmediate)
      if ((await ask('GET', 'cards')) === 200) answered += 1
    }
  })
  return {
    answers: (more: number) => {
      const enough = answered + more
      return expect.poll(() => answered).toBeGreaterThanOrEqual(enough)
    },
    stop: async () => {
      goesOn = false
      await Promise.all(lanes)
      return odd
    },
  }
}
