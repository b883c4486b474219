import { randomBytes } from 'node:crypto'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { argon2id, argon2Verify } from 'hash-wasm'
import { answerCalls } from '../../database/thread.ts'
import type { PasswordCalls } from './password-protocol.ts'

// The worker thread for passwords: a hash takes some 50 ms and 19 MiB, one at a time.

const SALT_BYTES = 16
const HASH_BYTES = 32

let estimator: Promise<ZxcvbnFactory> | null = null

answerCalls<PasswordCalls>({
  hash: ({ password, cost }) =>
    argon2id({
      password,
      salt: randomBytes(SALT_BYTES),
      memorySize: cost.memoryKiB,
      iterations: cost.passes,
      parallelism: 1,
      hashLength: HASH_BYTES,
      outputType: 'encoded',
    }),
  verify: ({ password, hash }) => argon2Verify({ password, hash }),
  guesses: async ({ password, about }) => {
    estimator ??= openEstimator()
    return (await estimator).check(password, [...about]).guessesLog10
  },
})

/** The list of 49,000 common passwords is unpacked only where somebody chooses a password. */
async function openEstimator(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core')
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common')
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
