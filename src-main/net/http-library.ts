import { createRequire } from 'node:module'
import type * as Undici from 'undici'

const load = createRequire(import.meta.url)
let library: typeof Undici | null = null

/**
 * The library for requests to others, read when the first one is made: a start that sends nothing is half as long
 * without it.
 */
export function httpLibrary(): typeof Undici {
  library ??= load('undici') as typeof Undici
  return library
}
