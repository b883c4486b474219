import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PROGRAM } from './built-service.ts'

/** The reference portal in a process of its own, with what a test does behind its back. */
export interface ReferencePortal {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** A request to its control routes, such as `PATCH cards/PC1-0000001`. */
  control(method: 'GET' | 'PUT' | 'PATCH' | 'POST', path: string, body?: object): Promise<unknown>
  close(): Promise<void>
}

export async function startReferencePortal(
  cards: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<ReferencePortal> {
  const child = spawn(process.execPath, [PROGRAM, 'portal', '--json', '--port', '0', '--cards', String(cards)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`The portal ended with ${code} before it was ready`)))
  })
  const { baseUrl, clientId, clientSecret, controlToken } = JSON.parse(line) as Record<
    'baseUrl' | 'clientId' | 'clientSecret' | 'controlToken',
    string
  >
  return {
    baseUrl,
    clientId,
    clientSecret,
    control: async (method, path, body) => {
      const response = await fetch(`${new URL(baseUrl).origin}/control/${path}`, {
        method,
        headers: { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`The portal's control answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as unknown
    },
    close: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
