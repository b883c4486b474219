import { randomBytes, randomUUID } from 'node:crypto'

/** A random UUID, for rows that are never sorted by ID. */
export function newUuid(): string {
  return randomUUID()
}

/**
 * Makes ascending UUIDs (version 7, RFC 9562 section 5.7): 48 bits of milliseconds, a 42-bit counter, 32 random bits.
 * Card IDs come from here, so that rows are in the order of their IDs. `lastId` is the highest ID so far; new ones are
 * higher even if the clock was set back.
 */
export function ascendingUuids(now: () => number, lastId: string | null): () => string {
  let milliseconds = lastId === null ? 0 : Number.parseInt(lastId.slice(0, 8) + lastId.slice(9, 13), 16)
  // The last counter of that millisecond is unknown: continue in the next one.
  if (lastId !== null) milliseconds += 1
  let counter = 0
  return () => {
    const present = now()
    if (present > milliseconds) {
      milliseconds = present
      counter = 0
    } else {
      counter += 1
    }
    const time = milliseconds.toString(16).padStart(12, '0')
    // 12 bits after the version, 30 after the variant's two.
    const high = Math.floor(counter / 2 ** 30) % 0x1000
    const low = counter % 2 ** 30
    const variant = (0x80000000 + low).toString(16)
    const tail = takeRandom(4).readUInt32BE().toString(16).padStart(8, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${high.toString(16).padStart(3, '0')}-${variant.slice(0, 4)}-${variant.slice(4)}${tail}`
  }
}

let pool = Buffer.alloc(0)

/** Random bytes from a buffer, each used once: a system call per ID would cost more than everything else about it. */
function takeRandom(bytes: number): Buffer {
  if (pool.length < bytes) pool = randomBytes(4096)
  const taken = pool.subarray(0, bytes)
  pool = pool.subarray(bytes)
  return taken
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `prefix` and `length` random base62 characters, for example `evt_` and 24. Contains no dot. */
export function opaqueId(prefix: string, length = 24): string {
  let text = prefix
  // Bytes from 248 on would favour the first symbols, so they are skipped.
  while (text.length < prefix.length + length) {
    for (const byte of takeRandom(length + 8)) {
      if (byte < 248 && text.length < prefix.length + length) text += BASE62[byte % 62]
    }
  }
  return text
}

const TIME_LENGTH = 8

/**
 * Like `opaqueId`, `prefix` and 24 base62 characters, but starting with the time in milliseconds, followed by 95 random
 * bits. Rows written together are then neighbours in every index by ID; otherwise, such indexes make up most of what a
 * commit writes.
 */
export function timedId(prefix: string): string {
  let time = ''
  for (let left = Date.now(); time.length < TIME_LENGTH; left = Math.floor(left / 62))
    time = `${BASE62[left % 62]}${time}`
  return opaqueId(prefix + time, 24 - TIME_LENGTH)
}
