/** An integer from 0 up to, but not including, `bound`. */
export type Random = (bound: number) => number

/** The finaliser of MurmurHash3: every bit of the input affects every bit of the result, an unsigned 32-bit number. */
export function scramble(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

export function pick(choices: readonly string[], next: Random): string {
  return choices[next(choices.length)] ?? ''
}

/** A number below `limit`, a power of ten, with its leading zeros. */
export function digits(value: number, limit: number): string {
  return String(limit + value).slice(1)
}
