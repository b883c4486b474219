import type { Command } from 'commander'
import { UsageError } from '../usage-error.ts'

/** Commands about this machine itself: a service elsewhere has no part in them. */
const LOCAL: ReadonlySet<string> = new Set(['serve', 'portal', 'connect', 'services', 'policy', 'people'])
const LOCAL_OF_STORE: ReadonlySet<string> = new Set(['prepare', 'migrate', 'copy', 'check'])

/** Refuses `--service` on commands that mean this machine. */
export function refuseService(program: Command): void {
  program.hook('preAction', (_program, command) => {
    if (program.opts<{ service?: string }>().service === undefined) return
    const name = topLevelName(command, program)
    const isLocal = LOCAL.has(name) || (name === 'store' && LOCAL_OF_STORE.has(command.name()))
    if (isLocal) throw new UsageError(`"${name}" is about this machine and takes no --service`)
  })
}

function topLevelName(command: Command, program: Command): string {
  let top = command
  while (top.parent !== null && top.parent !== program) top = top.parent
  return top.name()
}
