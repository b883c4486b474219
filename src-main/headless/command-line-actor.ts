import { userInfo } from 'node:os'
import type { Actor } from '../domain/access.ts'

/** Whoever uses the command line: nobody but the user whose folder it is gets this far. */
export function commandLineActor(): Actor {
  return { type: 'clerk', id: null, name: `${userName()} on the command line` }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a number that no user has.
    return `User ${process.getuid?.() ?? 'unknown'}`
  }
}
