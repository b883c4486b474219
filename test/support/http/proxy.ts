import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:https'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { PUBLIC_URL } from '../team/team.ts'

const HOST = new URL(PUBLIC_URL).host

/** A port that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Runs it in the foreground, with its state in this folder, until the test ends. */
export async function runProxy(program: string, words: readonly string[], folder: string, port: number): Promise<void> {
  const child = spawn(program, words, {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  onTestFinished(async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : null
    // Asked to, nginx ends its workers as well; killed, it would leave them.
    child.kill('SIGTERM')
    const lingers = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await ended
    clearTimeout(lingers)
  })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`)
    const socket = connect(port, '127.0.0.1')
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isThere) return
  }
}

/** Opens the live events of a page; returns a function that waits until the stream has said something. */
export async function openStream(
  proxy: string,
  headers: Record<string, string>,
): Promise<(text: string) => Promise<void>> {
  const sent = request(`${proxy}/bridge/events`, {
    headers: { host: HOST, ...headers },
    rejectUnauthorized: false,
    servername: HOST,
    agent: false,
  }).end()
  const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
  expect(response.statusCode).toBe(200)
  let read = ''
  response.on('data', (piece: Buffer) => (read += piece.toString()))
  response.on('error', () => {})
  onTestFinished(() => void sent.destroy())
  return (text) => expect.poll(() => read).toContain(text)
}
