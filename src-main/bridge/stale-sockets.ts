import { readdir, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { basename, dirname, join } from 'node:path'

/** A younger socket may belong to an owner that is just starting. */
const SETTLED_MS = 60_000
/** The most checked per start; the rest wait for the next. */
const LOOKED_AT = 200

/**
 * Removes the sockets of killed owners in this socket's folder: nothing listens on them, and nothing else would remove
 * them. Never rejects: a leftover is harmless.
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
    // Leave the folder as it is.
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
