import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { Card } from '../../../src-main/domain/card.ts'
import { createHome } from '../../support/program.ts'
import { PROXY, send, startTeam } from '../../support/team/team.ts'

const HOST = 'Host: fleet.example\r\n'

/** A request whose headers have arrived, but not its body: it runs until the body is sent. */
async function beginRequest(port: number, path: string, headers: string, length: number) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: PROXY })
  await once(socket, 'connect')
  socket.write(
    `POST ${path} HTTP/1.1\r\n${HOST}${headers}Content-Type: application/json\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 100 /)
  return async (body: string) => {
    socket.write(body)
    return String(await once(socket, 'data'))
  }
}

test('a stop drains: it says so, takes nothing new, finishes what it has, and ends', async () => {
  const home = createHome()
  const { listensAt, end, home: of } = await startTeam(['--trusted-proxy', PROXY], home)
  const project = await of.json<{ id: string }>(['projects', 'create', '--name', 'Fleet'])
  const { key } = await of.json<{ key: string }>([
    'keys',
    'create',
    '--project',
    project.id,
    '--environment',
    'sandbox',
  ])
  await of.json(['cards', 'mock', '--count', '200', '--project', project.id])
  const authorization = { authorization: `Bearer ${key}` }
  const cards = `/v1/projects/${project.id}/cards`
  const listed = await send(`${listensAt}${cards}?filter[status]=new`, { headers: authorization })
  const [held, ...others] = (listed.body as { docs: Card[] }).docs
  expect(others.length).toBeGreaterThan(5)
  const body = JSON.stringify({ licensePlate: 'B-XY 12', driver: 'Ada' })
  const finish = await beginRequest(
    Number(new URL(listensAt).port),
    `${cards}/${held?.id}/activate`,
    `Authorization: Bearer ${key}\r\n`,
    body.length,
  )

  // Under load: what was accepted is done, what was not says so.
  const activate = ({ id }: Card) =>
    send(`${listensAt}${cards}/${id}/activate`, {
      method: 'POST',
      headers: authorization,
      body: JSON.parse(body) as object,
    })
  const early = others.slice(0, 3).map(activate)
  const ending = end('SIGTERM')
  await expect
    .poll(async () => (await send(`${listensAt}/v1/health`)).body as unknown)
    .toMatchObject({ status: 'unavailable', state: 'draining', code: 'error.unavailable' })
  const health = await send(`${listensAt}/v1/health`)
  expect(health).toMatchObject({ status: 503, headers: { connection: 'close' } })
  expect(Number(health.headers['retry-after'])).toBeGreaterThan(0)
  const late = await Promise.all(others.slice(3).map(activate))
  expect(late.map(({ status }) => status)).toEqual(late.map(() => 503))
  expect(await finish(body)).toMatch(/^HTTP\/1\.1 200 /)
  expect(await ending).toMatchObject({ code: 0, stderr: expect.not.stringContaining('cut short') as string })

  const answered = (await Promise.all(early)).map(({ status }) => status)
  const accepted = answered.filter((status) => status === 200).length + 1
  expect(answered.filter((status) => status !== 200 && status !== 503)).toEqual([])
  const { total } = await home.json<{ total: number }>([
    'cards',
    'list',
    '--project',
    project.id,
    '--search',
    'B-XY 12',
  ])
  expect(total).toBe(accepted)
})

test('a stop is cut short at its bound, however long the work in hand would take', async () => {
  const { listensAt, end } = await startTeam(['--trusted-proxy', PROXY, '--drain-seconds', '1'])
  await beginRequest(Number(new URL(listensAt).port), '/bridge/login', '', 20)
  expect((await end('SIGTERM')).code).toBe(0)
})
