import { readdir, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { basename, dirname, join } from 'node:path'

/** An owner makes its socket and listens in one go; younger ones may be in the middle of it. */
const SETTLED_MS = 60_000
/** Looked at in one start; the others wait for the next. */
const LOOKED_AT = 200

/**
 * Removes the sockets beside this one that owners left who were killed: nobody listens on them, and nobody else would ever
 * look at them. Never rejects: a leftover harms nobody.
 */
export async function sweepStaleSockets(own: string): Promise<void> {
  try {
    const folder = dirname(own)
    const names = (await readdir(folder)).filter(
      (name) => /^fuelcard-desk-[0-9a-f]{24}\.sock$/.test(name) && name !== basename(own),
    )
    for (const name of names.slice(0, LOOKED_AT)) {
      const path = join(folder, name)
      const { mtimeMs } = await stat(path)
      if (mtimeMs < Date.now() - SETTLED_MS && (await isDead(path))) await rm(path, { force: true })
    }
  } catch {
    // The folder is as it was.
  }
}

function isDead(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.on('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.on('error', (error: Error & { code?: string }) => resolve(error.code === 'ECONNREFUSED'))
  })
}
