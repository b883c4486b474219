import { once } from 'node:events'
import { existsSync, renameSync, statSync, utimesSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import type { Bridge } from '../../../src-main/bridge/bridge.ts'
import type { Caller } from '../../../src-main/bridge/bridge-host.ts'
import { CallNotBegun, connectControl } from '../../../src-main/bridge/control-client.ts'
import { startControlServer, type ControlServer } from '../../../src-main/bridge/control-socket.ts'
import { temporaryFolder } from '../../support/folder.ts'

/** A bridge whose calls wait until the test ends them. */
function waitingBridge() {
  const callers: Caller[] = []
  const ends: (() => void)[] = []
  let arrived = Promise.withResolvers<void>()
  const bridge: Bridge = {
    handle: (name, input, caller) => {
      callers.push(caller)
      arrived.resolve()
      arrived = Promise.withResolvers()
      const answer = { ok: true, value: { name, input } } as never
      if (!name.startsWith('wait')) return Promise.resolve(answer)
      return new Promise((resolve) => {
        ends.push(() => resolve(answer))
        caller.signal?.addEventListener('abort', () => resolve(answer))
      })
    },
  }
  return { bridge, callers, ends, nextCall: () => arrived.promise }
}

async function start(bridge: Bridge): Promise<{ path: string; server: ControlServer }> {
  const path = join(temporaryFolder(), 'control.sock')
  const server = await startControlServer({ path, bridge })
  onTestFinished(() => server.close(0))
  return { path, server }
}

async function client(path: string) {
  const connected = await connectControl(path)
  if (connected === null) throw new Error('Nobody listens')
  onTestFinished(() => connected.close())
  return connected
}

async function rawLines(socket: Socket): Promise<unknown[]> {
  const lines: unknown[] = []
  for await (const line of createInterface({ input: socket })) lines.push(JSON.parse(line))
  return lines
}

test('a call arrives as the command line of the owner, and is answered', async () => {
  const { bridge, callers } = waitingBridge()
  const { path } = await start(bridge)
  const control = await client(path)
  const answers = await Promise.all([
    control.call('projects.list', {}),
    control.call('projects.create', { name: 'Ü'.repeat(1000) }),
  ])
  expect(answers).toEqual([
    { ok: true, value: { name: 'projects.list', input: {} } },
    { ok: true, value: { name: 'projects.create', input: { name: 'Ü'.repeat(1000) } } },
  ])
  expect(callers[0]).toMatchObject({ audience: 'command-line', who: { kind: 'local' }, channel: 'cli' })
})

test('only this user can reach the socket', async () => {
  const { path } = await start(waitingBridge().bridge)
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
})

test('progress reaches the caller', async () => {
  const { bridge, callers, ends, nextCall } = waitingBridge()
  const { path } = await start(bridge)
  const control = await client(path)
  const heard = Promise.withResolvers<unknown>()
  const called = nextCall()
  const answer = control.call('wait' as 'check', {}, { onProgress: heard.resolve })
  await called
  callers[0]?.onProgress?.({ done: 3, total: 10 })
  expect(await heard.promise).toEqual({ done: 3, total: 10 })
  ends[0]?.()
  expect(await answer).toMatchObject({ ok: true })
})

test('a connection that closes ends its calls', async () => {
  const { bridge, callers, nextCall } = waitingBridge()
  const { path } = await start(bridge)
  const control = await client(path)
  const called = nextCall()
  const answer = expect(control.call('wait' as 'check', {})).rejects.toMatchObject({ code: 'error.unavailable' })
  await called
  const signal = callers[0]?.signal
  const aborted = signal === undefined ? Promise.reject(new Error('no signal')) : once(signal, 'abort')
  control.close()
  await aborted
  await answer
})

test.each([
  ['no JSON', '{"id":1,\n', 'The line is not JSON'],
  ['no request', '{"id":1}\n', 'A request is {"id","name","input"}'],
  ['a line without an end', 'x'.repeat(1024 * 1024 + 1), 'The line is too long'],
])('%s is refused', async (_what, bytes, message) => {
  const { path } = await start(waitingBridge().bridge)
  const socket = connect(path)
  const lines = rawLines(socket)
  socket.on('error', () => {})
  socket.write(bytes)
  socket.end()
  expect(await lines).toMatchObject([
    { id: null, says: 'hello' },
    { id: null, result: { ok: false, error: { code: 'error.validation', message } } },
  ])
})

test('a request may come in pieces, and several in one', async () => {
  const { path } = await start(waitingBridge().bridge)
  const socket = connect({ path, allowHalfOpen: true })
  const lines = createInterface({ input: socket })
  const next = lines[Symbol.asyncIterator]()
  socket.write('{"id":1,"name":"on')
  socket.write('e"}\n{"id":2,"name":"two"}\n{"id":"three","na')
  expect(await next.next()).toMatchObject({ value: expect.stringContaining('hello') as string })
  expect(await next.next()).toMatchObject({ value: expect.stringContaining('"name":"one"') as string })
  expect(await next.next()).toMatchObject({ value: expect.stringContaining('"name":"two"') as string })
  socket.write('me":"three"}\n')
  expect(await next.next()).toMatchObject({ value: expect.stringContaining('{"id":"three"') as string })
  socket.destroy()
})

test('closing lets a running call end, and aborts it if it takes too long', async () => {
  const { bridge, ends, nextCall } = waitingBridge()
  const { path, server } = await start(bridge)
  const control = await client(path)
  const first = nextCall()
  const patient = control.call('wait' as 'check', {})
  await first
  const closed = server.close(60_000)
  ends[0]?.()
  expect(await patient).toMatchObject({ ok: true })
  await closed
  expect(await connectControl(path)).toBeNull()
  expect(existsSync(path)).toBe(false)
})

test('closing tells a connection without a running call that its next one is not started', async () => {
  const { bridge, callers, ends, nextCall } = waitingBridge()
  const { path, server } = await start(bridge)
  const [idle, busy] = [await client(path), await client(path)]
  const first = nextCall()
  const begun = busy.call('wait' as 'check', {})
  await first
  const closed = server.close(60_000)
  await expect(idle.call('projects.list', {})).rejects.toBeInstanceOf(CallNotBegun)
  const late = busy.call('projects.list', {})
  // It is read before the other one ends.
  await new Promise((resolve) => setImmediate(resolve))
  ends[0]?.()
  expect(await begun).toMatchObject({ ok: true })
  await expect(late).rejects.toBeInstanceOf(CallNotBegun)
  await closed
  expect(callers).toHaveLength(1)
})

test('an owner that accepts the connection and never says hello counts as none', async () => {
  const path = join(temporaryFolder(), 'control.sock')
  const silent = createServer((socket) => socket.destroy()).listen(path)
  await once(silent, 'listening')
  expect(await connectControl(path)).toBeNull()
  silent.close()
})

test('closing without patience aborts running calls', async () => {
  const { bridge, nextCall } = waitingBridge()
  const { path, server } = await start(bridge)
  const control = await client(path)
  const called = nextCall()
  const answer = control.call('wait' as 'check', {})
  await called
  await server.close(0)
  expect(await answer).toMatchObject({ ok: true })
})

test('the socket of an owner that died is replaced', async () => {
  const path = join(temporaryFolder(), 'control.sock')
  const dead = createServer().listen(path)
  await once(dead, 'listening')
  // A killed process leaves its socket behind; closing it here would remove the file.
  const server = await startControlServer({ path, bridge: waitingBridge().bridge })
  const control = await client(path)
  expect(await control.call('projects.list', {})).toMatchObject({ ok: true })
  control.close()
  await server.close(0)
  dead.close()
})

test('without a listener there is no client', async () => {
  expect(await connectControl(join(temporaryFolder(), 'nobody.sock'))).toBeNull()
})

test('sockets left by killed owners are removed; live ones, and young ones, stay', async () => {
  const folder = temporaryFolder()
  const named = (letter: string) => join(folder, `fuelcard-desk-${letter.repeat(24)}.sock`)
  const [dead, young, alive] = [named('a'), named('b'), named('c')]
  const old = new Date(Date.now() - 3_600_000)
  for (const path of [dead, young]) {
    // A kill would have left the socket: here a second name keeps it across the closing.
    const owner = createServer()
    owner.listen(`${path}.live`)
    await once(owner, 'listening')
    renameSync(`${path}.live`, path)
    owner.close()
    await once(owner, 'close')
  }
  const living = createServer().listen(alive)
  await once(living, 'listening')
  onTestFinished(() => void living.close())
  for (const path of [dead, alive]) utimesSync(path, old, old)
  const server = await startControlServer({ path: named('d'), bridge: waitingBridge().bridge })
  onTestFinished(() => server.close(0))
  await expect.poll(() => existsSync(dead)).toBe(false)
  expect([young, alive, named('d')].filter((path) => existsSync(path))).toHaveLength(3)
})
