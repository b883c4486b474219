import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { removeFolder } from './remove-folder.ts'

/** An empty folder, removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fuelcard-test-'))
  onTestFinished(() => removeFolder(folder))
  return folder
}
