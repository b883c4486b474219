import { userInfo } from 'node:os'
import type { Actor } from '../domain/access.ts'

/** The user of the command line; only the folder's owner gets this far. */
export function commandLineActor(): Actor {
  return { type: 'clerk', id: null, name: `${userName()} on the command line` }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a UID without a user.
    return `User ${process.getuid?.() ?? 'unknown'}`
  }
}
