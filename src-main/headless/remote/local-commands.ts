import type { Command } from 'commander'
import { UsageError } from '../usage-error.ts'

/** Commands about this machine itself: a service elsewhere has no part in them. */
const LOCAL: ReadonlySet<string> = new Set(['serve', 'portal', 'connect', 'services', 'policy', 'people'])

/** Refuses `--service` on commands that mean this machine. */
export function refuseService(program: Command): void {
  program.hook('preAction', (_program, command) => {
    if (program.opts<{ service?: string }>().service === undefined) return
    const name = topLevelName(command, program)
    if (LOCAL.has(name)) throw new UsageError(`"${name}" is about this machine and takes no --service`)
  })
}

function topLevelName(command: Command, program: Command): string {
  let top = command
  while (top.parent !== null && top.parent !== program) top = top.parent
  return top.name()
}
