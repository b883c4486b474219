import type { Command } from 'commander'
import type { CallInput, CallName, CallOutput } from '../../src-preload/contract.ts'
import { readGlobals, type Globals } from './globals.ts'
import { createProgressLine } from './progress.ts'
import { openSession } from './command-session.ts'
import type { Session } from './session.ts'

/** What a command works with. */
export interface Work {
  readonly globals: Globals
  readonly call: Session['call']
  /** A long call with progress on standard error. */
  callWithProgress<Name extends CallName>(label: string, name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>
  print: Print
}

/** Writes a command's result: a JSON document with `--json`, else `human`'s text. */
type Print = (value: unknown, human: () => string) => void

export interface Shell {
  globals(): Globals
  readonly print: Print
  /** Runs a command's work in the owner of the data folder, or here. */
  run(work: (work: Work) => Promise<void>, options?: { openEngine?: boolean }): Promise<void>
}

export function createShell(program: Command): Shell {
  const globals = () => readGlobals(program)
  const print: Print = (value, human) => {
    process.stdout.write(globals().json ? `${JSON.stringify(value)}\n` : human())
  }
  return {
    globals,
    print,
    run: async (work, { openEngine = true } = {}) => {
      const asked = globals()
      const interrupted = new AbortController()
      const interrupt = () => {
        process.exitCode = INTERRUPTED
        interrupted.abort()
      }
      process.once('SIGINT', interrupt)
      const session = await openSession(asked, { openEngine, signal: interrupted.signal })
      try {
        await work(createWork(session, asked, print))
      } catch (error) {
        // Ctrl+C needs no explanation.
        if (!interrupted.signal.aborted) throw error
      } finally {
        await session.close()
        process.off('SIGINT', interrupt)
      }
    },
  }
}

/** 128 plus the signal's number, as in shells. */
const INTERRUPTED = 130

function createWork(session: Session, globals: Globals, print: Print): Work {
  return {
    globals,
    call: session.call,
    callWithProgress: async (label, name, input) => {
      const line = createProgressLine(label, globals)
      try {
        return await session.call(name, input, { onProgress: line.show })
      } finally {
        line.end()
      }
    },
    print,
  }
}
