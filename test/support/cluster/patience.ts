import { setTimeout } from 'node:timers/promises'

const STANDS_STILL_MS = 180_000

/** Goes on asking while the cluster recovers and works off what has gathered; fails once answers stay the same. */
export async function patiently<Result>(
  ask: () => Promise<Result>,
  isEnough: (result: Result) => boolean,
): Promise<Result> {
  let last = ''
  let changedAt = performance.now()
  for (;;) {
    const isLate = performance.now() - changedAt > STANDS_STILL_MS
    const result = await ask().catch((error: unknown) => {
      if (isLate) throw error
      return undefined
    })
    if (result !== undefined && isEnough(result)) return result
    const text = JSON.stringify(result) ?? last
    if (text !== last) changedAt = performance.now()
    else if (isLate) throw new Error(`It does not go on: ${text.slice(0, 1_000)}`)
    last = text
    await setTimeout(300)
  }
}
