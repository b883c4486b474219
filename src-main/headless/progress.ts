import type { Progress } from '../../src-preload/contract.ts'
import { count } from './output/table.ts'

export interface ProgressLine {
  readonly show: (progress: Progress) => void
  /** Clears the line on a terminal. */
  end(): void
}

const PLAIN_STEP_MS = 5_000

/**
 * Progress on standard error: one updated line on a terminal, else a line now and then. With `--json` only on a
 * terminal, since standard error is then only for an error as JSON.
 */
export function createProgressLine(label: string, { json, quiet }: { json: boolean; quiet: boolean }): ProgressLine {
  const terminal = process.stderr.isTTY
  if (quiet || (json && !terminal)) return { show: () => {}, end: () => {} }
  let shown = false
  let last = performance.now()
  return {
    show: (progress) => {
      const text = describe(label, progress)
      if (terminal) process.stderr.write(`\r\u001b[2K${text}`)
      else if (performance.now() - last >= PLAIN_STEP_MS) {
        last = performance.now()
        process.stderr.write(`${text}\n`)
      }
      shown = true
    },
    end: () => {
      if (terminal && shown) process.stderr.write('\r\u001b[2K')
    },
  }
}

function describe(label: string, { done, total }: Progress): string {
  if (total === null || total === 0) return `${label} ${count(done)}`
  return `${label} ${count(done)} of ${count(total)} (${Math.floor((done / total) * 100)} %)`
}
