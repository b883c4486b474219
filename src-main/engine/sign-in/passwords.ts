import { randomBytes } from 'node:crypto'
import { ServiceError, validationError } from '../../domain/errors.ts'
import { PASSWORD_LENGTH } from '../../domain/people/sign-in.ts'
import { startThread, type Thread } from '../../database/thread.ts'
import type { HashCost, PasswordCalls } from './password-protocol.ts'

/** Hashes and judges passwords, one at a time in a thread of its own. */
export interface Passwords {
  /**
   * @param about the person's name and e-mail address, which must not be what the password is made of
   * @throws ServiceError `error.validation` for one that is easily guessed
   */
  judge(password: string, about: readonly string[]): Promise<void>
  hash(password: string): Promise<string>
  /** Takes the same time without a hash to compare with; then the answer is false. */
  verify(password: string, hash: string | undefined): Promise<boolean>
  close(): Promise<void>
}

/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. */
const COST: HashCost = { memoryKiB: 19_456, passes: 2 }
/** "Password2026!!" takes 10⁸ guesses, two unrelated words more than 10¹². */
const LEAST_GUESSES_LOG10 = 9
/** More than these would wait longer than a person does. */
const MOST_WAITING = 50
/** The thread keeps 19 MiB and the list of common passwords. */
const IDLE_MS = 60_000

/** @param cost less than by default only in tests of something else */
export function createPasswords(cost = COST): Passwords {
  let thread: Thread<PasswordCalls> | null = null
  let nobodysHash: string | null = null
  let waiting = 0
  let closed = false
  let idle: NodeJS.Timeout | undefined
  const ask: Thread<PasswordCalls>['ask'] = async (kind, input) => {
    if (closed || waiting >= MOST_WAITING) throw new ServiceError('error.unavailable')
    clearTimeout(idle)
    if (thread === null || thread.hasEnded()) thread = startThread<PasswordCalls>(import.meta.url, { name: 'password' })
    waiting += 1
    try {
      return await thread.ask(kind, input)
    } finally {
      waiting -= 1
      if (waiting === 0 && !closed) idle = setTimeout(() => void thread?.end(), IDLE_MS).unref()
    }
  }
  return {
    judge: async (password, about) => {
      const text = comparable(password)
      if (Array.from(text).length < PASSWORD_LENGTH.minimum)
        throw validationError([
          {
            field: 'password',
            message: `Use at least ${PASSWORD_LENGTH.minimum} characters`,
            problem: { code: 'too_short', minimum: PASSWORD_LENGTH.minimum },
          },
        ])
      const known = [...about.flatMap((known) => [known, ...known.split(/[\s@.]+/)]), ...OWN_WORDS]
      const guesses = await ask('guesses', { password: text, about: known.filter((word) => word.length > 2) })
      if (guesses < LEAST_GUESSES_LOG10)
        throw validationError([
          {
            field: 'password',
            message: 'This password is easily guessed; use several unrelated words',
            problem: { code: 'password_guessable' },
          },
        ])
    },
    hash: (password) => ask('hash', { password: comparable(password), cost }),
    verify: async (password, hash) => {
      // Of a password that nobody knows: stands in where there is none to compare with.
      nobodysHash ??= await ask('hash', { password: randomBytes(32).toString('base64'), cost })
      const right = await ask('verify', { password: comparable(password), hash: hash ?? nobodysHash })
      return right && hash !== undefined
    },
    close: async () => {
      closed = true
      clearTimeout(idle)
      await thread?.end()
    },
  }
}

/** What anyone would try first here. */
const OWN_WORDS = ['fuelcard', 'fuel card', 'fuelcarddesk', 'fleet', 'tankkarte', 'tankpas', 'carburant']

/** The same whatever way a keyboard composes an accent (NIST SP 800-63B, 5.1.1.2). */
function comparable(password: string): string {
  return password.normalize('NFKC')
}
