import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'

/**
 * Writes a file completely or not at all: under a temporary name next to its target, then renamed. On failure the
 * target is unchanged and nothing else remains.
 */
export async function replaceFile(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    await write(temporary)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
