import { vi } from 'vitest'

/** Long enough for a machine that is busy with something else; a test that holds never waits for it. */
const TIMEOUT_MS = 90_000

/** Resolves with what `check` returns, once it no longer throws. */
export function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: TIMEOUT_MS })
}
