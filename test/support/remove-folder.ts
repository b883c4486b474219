import { rmSync } from 'node:fs'

/** Removes a folder in which a program that was just ended, or a child of it, may still finish a write. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
