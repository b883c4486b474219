/** What the thread for passwords can be asked. */
export interface PasswordCalls {
  /** Returns the hash in the PHC string format, with its parameters and a new salt. */
  hash: { input: { password: string; cost: HashCost }; output: string }
  verify: { input: { password: string; hash: string }; output: boolean }
  /** How many guesses an attacker who knows about `about` needs, as a power of ten. */
  guesses: { input: { password: string; about: readonly string[] }; output: number }
}

/** What a hash costs, to make it or to try a password against it. */
export interface HashCost {
  memoryKiB: number
  passes: number
}
