import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Enough for the data of tests running at the same time, and for a browser's profile. */
const ROOMY_BYTES = 4 * 2 ** 30

/** For the tests' data: in memory if there is room, since waiting for a disk takes longer than most tests. */
export function makeScratchFolder(): string {
  const memory = '/dev/shm'
  const isRoomy = existsSync(memory) && Math.min(roomIn(memory), freemem()) >= ROOMY_BYTES
  const folder = mkdtempSync(join(isRoomy ? memory : tmpdir(), 'fcd-'))
  // Some tests run the program as another user.
  chmodSync(folder, 0o755)
  return folder
}

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
