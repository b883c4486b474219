import type { CallInput, CallName, CallOutput, Progress } from '../../src-preload/contract.ts'

export interface CallOptions {
  onProgress?: ((progress: Progress) => void) | undefined
}

/** Runs a command's calls. A data folder has one process at a time, its owner; without one, this process becomes it. */
export interface Session {
  /** @throws ServiceError as refused by the service; `error.unavailable` if it ends before answering */
  readonly call: <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ) => Promise<CallOutput<Name>>
  close(): Promise<void>
}
