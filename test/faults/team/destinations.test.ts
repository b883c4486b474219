import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createHome } from '../../support/program.ts'
import { ownerOf, PROXY, send, startTeam } from '../../support/team/team.ts'

/** A program on the service's machine that a webhook has no business with. */
async function startReceiver(): Promise<{ url: string; arrivals: () => number }> {
  let arrivals = 0
  const server = createServer((request, response) => {
    arrivals += 1
    request.resume()
    response.end('ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, arrivals: () => arrivals }
}

/** A project with a sandbox key, made by the owner. */
async function fleetOf(owner: Awaited<ReturnType<typeof ownerOf>>) {
  const { id } = await owner.call<{ id: string }>('projects.create', { name: 'Fleet' })
  const asked = { projectId: id, environment: 'sandbox', name: 'Program', expiresAt: null }
  const { key } = await owner.call<{ key: string }>('keys.create', asked)
  return { id, headers: { authorization: `Bearer ${key}` }, webhook: `/v1/projects/${id}/webhook` }
}

test('a team service never lets a webhook or a portal reach the programs of its own machine', async () => {
  const home = createHome()
  const receiver = await startReceiver()
  // Saved on a desk, where it is the owner's own program.
  const desk = await home.serve()
  const { origin, host } = new URL(desk.ready.baseUrl)
  const atDesk = await ownerOf({ local: origin, ready: desk.ready })
  const { id, headers, webhook } = await fleetOf(atDesk)
  const body = { url: receiver.url, events: ['card.activated'] }
  expect((await send(origin + webhook, { method: 'POST', headers: { ...headers, host }, body })).status).toBe(201)
  await desk.end('SIGTERM')

  const team = await startTeam(['--trusted-proxy', PROXY], home)
  const owner = await ownerOf(team)
  const asked = (method: string, path: string, given: unknown) =>
    send(team.listensAt + webhook + path, { method, headers, body: given })
  expect(await asked('POST', '/test', {})).toMatchObject({ status: 200, body: { success: false, statusCode: null } })
  expect(receiver.arrivals()).toBe(0)
  const refused = ['http://127.0.0.1:9000/', 'http://localhost:9000/', 'https://127.0.0.1/', 'https://10.0.0.1/']
  for (const url of refused) {
    expect(await asked('PATCH', '', { url })).toMatchObject({ status: 400, body: { details: [{ field: 'url' }] } })
    const connection = { adapter: 'rest', baseUrl: url, auth: { type: 'bearer', token: 'token' } }
    expect(await owner.ask('provider.set', { projectId: id, connection })).toMatchObject({
      status: 400,
      body: { error: { details: [{ field: 'connection.baseUrl' }] } },
    })
  }
  // A role can't open them either.
  await owner.call('settings.update', { allowedNetworks: ['127.0.0.0/8', '10.0.0.0/8'] })
  expect((await asked('PATCH', '', { url: `${receiver.url}/2` })).status).toBe(400)

  // The own inbox is the exception.
  const inbox = await owner.call<{ url: string }>('inbox.get', { projectId: id })
  expect((await asked('PATCH', '', { url: inbox.url })).status).toBe(200)
  expect((await asked('POST', '/test', {})).body).toMatchObject({ success: true, statusCode: 200 })
  await team.end('SIGTERM')

  // The administrator who starts the service may allow it.
  const { listensAt } = await startTeam(['--trusted-proxy', PROXY, '--allow-private-destinations', '127.0.0.0/8'], home)
  const answer = await send(listensAt + webhook, { method: 'PATCH', headers, body: { url: receiver.url } })
  expect(answer.status).toBe(200)
  expect((await send(`${listensAt}${webhook}/test`, { method: 'POST', headers, body: {} })).body).toMatchObject({
    success: true,
  })
  expect(receiver.arrivals()).toBe(1)
})

test('exports come from the folders that were allowed at the start, and nobody learns what else there is', async () => {
  const home = createHome()
  const exports = join(home.dir, 'exports')
  const elsewhere = join(home.dir, 'elsewhere')
  for (const folder of [exports, elsewhere]) mkdirSync(folder)
  const { id: projectId } = await home.json<{ id: string }>(['projects', 'create', '--name', 'Fleet'])
  await home.json(['provider', 'set', '--adapter', 'file', '--folder', elsewhere, '--project', projectId])
  const owner = await ownerOf(await startTeam(['--trusted-proxy', PROXY, '--import-folder', exports], home))
  expect(await owner.call('provider.folders', { projectId })).toEqual({ folders: [exports] })
  const connect = (folder: string) => owner.ask('provider.set', { projectId, connection: { adapter: 'file', folder } })
  for (const folder of [elsewhere, '/etc', '/not/there', `${exports}/../elsewhere`, `${exports}/`, home.dir])
    expect(await connect(folder)).toMatchObject({
      status: 400,
      body: { error: { details: [{ field: 'connection.folder', problem: { code: 'folder_not_allowed' } }] } },
    })
  // Connected before: it is not read any more.
  const { id } = await owner.call<{ id: string }>('sync.now', { projectId })
  const run = () => owner.call<{ docs: { id: string; state: string }[] }>('sync.runs', { projectId })
  await expect
    .poll(async () => (await run()).docs.find((one) => one.id === id))
    .toMatchObject({
      state: 'failed',
      error: expect.stringContaining('not among those') as string,
    })
  expect((await connect(exports)).status).toBe(200)
})
