import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'

/**
 * Writes a file whole or not at all: under a temporary name beside its target, then renamed. On failure
 * the target is as it was, and nothing else remains.
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
