// Runs the command lines that `hosted.ts` hands it, one after another, in the program as built.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { HostedCommand, HostedEnding } from './hosted.ts'

const program = process.argv[2] ?? ''
/** The module that the program loads once it knows its Node. */
const [, target] = /import\(['"](\.\/[^'"]*command-line[^'"]*)['"]\)/.exec(readFileSync(program, 'utf8')) ?? []
if (target === undefined) throw new Error(`${program} loads no command line`)
const { runCommandLine } = (await import(join(dirname(program), target))) as {
  runCommandLine: (words: readonly string[]) => Promise<void>
}

const written = { stdout: '', stderr: '' }
for (const name of ['stdout', 'stderr'] as const) {
  process[name].setMaxListeners(0)
  process[name].write = (text: string | Uint8Array, ...rest: unknown[]) => {
    written[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
    const done = rest.find((value) => typeof value === 'function') as (() => void) | undefined
    if (done !== undefined) queueMicrotask(done)
    return true
  }
}

process.on('disconnect', () => process.exit())
process.on('message', (command: HostedCommand) => {
  void run(command).then((ending) => process.send?.(ending))
})
process.send?.('ready')

function exitCode(): number {
  return Number(process.exitCode ?? 0)
}

async function run({ words, environment, input, cwd }: HostedCommand): Promise<HostedEnding> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  process.chdir(cwd)
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  process.exitCode = undefined
  Object.assign(written, { stdout: '', stderr: '' })
  await runCommandLine(words)
  const code = exitCode()
  process.exitCode = undefined
  return { code, ...written }
}
