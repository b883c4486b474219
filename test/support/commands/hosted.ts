import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface HostedCommand {
  words: readonly string[]
  environment: NodeJS.ProcessEnv
  input: string
  cwd: string
}

export interface HostedEnding {
  code: number
  stdout: string
  stderr: string
}

let host: Promise<ChildProcess> | null = null
let isBusy = false

/**
 * Runs a command line of the program in a process that runs many: a process of its own takes ten times as long to start
 * as most commands to run. For what prepares a test and looks at what it did; where the process is tested, it has its
 * own.
 *
 * @returns null while another command runs there, which may wait for this one
 */
export async function runHosted(program: string, command: HostedCommand): Promise<HostedEnding | null> {
  if (isBusy) return null
  isBusy = true
  try {
    const child = await (host ??= startHost(program))
    child.send(command)
    const [ending] = (await messageOf(child)) as [HostedEnding]
    return ending
  } finally {
    isBusy = false
  }
}

async function startHost(program: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'host.ts'), [program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  child.once('exit', () => (host = null))
  await messageOf(child)
  // It ends with this process, and keeps it from no end.
  child.unref()
  child.channel?.unref()
  return child
}

/** The next message of the child; fails if it ends before. */
async function messageOf(child: ChildProcess): Promise<unknown[]> {
  const settled = new AbortController()
  const { signal } = settled
  const ended = once(child, 'exit', { signal }).then(([code, by]: unknown[]) => {
    throw new Error(`The process of the commands ended with ${String(code ?? by)}`)
  })
  try {
    return await Promise.race([once(child, 'message', { signal }), ended])
  } finally {
    settled.abort()
  }
}
