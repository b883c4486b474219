/** Invalid use of a command: exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** A file given to a command that cannot be used, with the system's reason. */
export function fileError(problem: string, cause: unknown): UsageError {
  return new UsageError(`${problem}: ${cause instanceof Error ? cause.message : String(cause)}`)
}
