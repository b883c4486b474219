import { connect, type Socket } from 'node:net'
import { z } from 'zod'
import { ServiceError } from '../domain/errors.ts'
import type { CallInput, CallName, CallResult, Progress } from '../../src-preload/contract.ts'
import { readJsonLines, writeJsonLine } from './control-lines.ts'

interface CallWatch {
  onProgress?: ((progress: Progress) => void) | undefined
}

/** Runs calls in the process that owns a data folder. */
export interface ControlClient {
  /**
   * @throws CallNotBegun if the owner ends without having begun the call
   * @throws ServiceError `error.unavailable` if it ends before answering
   */
  call<Name extends CallName>(name: Name, input: CallInput<Name>, watch?: CallWatch): Promise<CallResult<Name>>
  /** Closes the connection, which aborts its calls. */
  close(): void
}

/** The owner is leaving and never began the call: the next owner may be asked. */
export class CallNotBegun extends ServiceError {
  constructor() {
    super('error.unavailable', 'The service ended before it began')
  }
}

const CONNECT_MS = 2_000
/** Enough for the largest answer, and a limit for one that never ends. */
const LONGEST_REPLY = 64 * 1024 * 1024

const replySchema = z.object({
  id: z.int().nullable(),
  says: z.enum(['hello', 'goodbye']).optional(),
  progress: z.object({ done: z.number(), total: z.number().nullable() }).optional(),
  result: z.unknown().optional(),
})

interface Waiting {
  watch: CallWatch
  resolve: (result: CallResult<CallName>) => void
  reject: (error: Error) => void
}

/** Connects to an owner's socket; null if nobody listens, or the owner is leaving. */
export async function connectControl(path: string): Promise<ControlClient | null> {
  const socket = await open(path)
  if (socket === null) return null
  const waiting = new Map<number, Waiting>()
  let nextId = 1
  let ended: Error | null = null
  const greeted = Promise.withResolvers<boolean>()
  const end = (error: Error) => {
    ended ??= error
    for (const call of waiting.values()) call.reject(error)
    waiting.clear()
    greeted.resolve(false)
    socket.destroy()
  }
  readJsonLines(
    socket,
    LONGEST_REPLY,
    (line) => {
      const reply = replySchema.safeParse(line)
      if (reply.success && reply.data.says === 'hello') return greeted.resolve(true)
      if (reply.success && reply.data.says === 'goodbye') return end(new CallNotBegun())
      const call = reply.success && reply.data.id !== null ? waiting.get(reply.data.id) : undefined
      if (!reply.success || reply.data.id === null)
        return end(
          new ServiceError('error.unavailable', 'The service gave an answer that this version does not understand'),
        )
      if (reply.data.progress !== undefined) return call?.watch.onProgress?.(reply.data.progress)
      waiting.delete(reply.data.id)
      // The owner validated it against the contract.
      call?.resolve(reply.data.result as CallResult<CallName>)
    },
    (reason) => end(new ServiceError('error.unavailable', `The service gave an answer that cannot be read: ${reason}`)),
  )
  socket.on('error', () => {})
  socket.on('close', () => end(new ServiceError('error.unavailable', 'The service ended before it answered')))
  // A connection not yet accepted when the owner leaves is closed without a message.
  const patience = setTimeout(() => end(new ServiceError('error.unavailable')), CONNECT_MS)
  const isGreeted = await greeted.promise
  clearTimeout(patience)
  if (!isGreeted) return null
  return {
    call: <Name extends CallName>(name: Name, input: CallInput<Name>, watch: CallWatch = {}) =>
      new Promise<CallResult<Name>>((resolve, reject) => {
        if (ended !== null) return reject(ended)
        const id = nextId++
        waiting.set(id, { watch, resolve: resolve as Waiting['resolve'], reject })
        writeJsonLine(socket, { id, name, input })
      }),
    close: () => socket.destroy(),
  }
}

function open(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const give = (result: Socket | null) => {
      clearTimeout(timer)
      socket.removeAllListeners()
      if (result === null) {
        // A late error of an abandoned socket must not end the process.
        socket.on('error', () => {})
        socket.destroy()
      }
      resolve(result)
    }
    const timer = setTimeout(() => give(null), CONNECT_MS)
    socket.once('connect', () => give(socket))
    socket.once('error', () => give(null))
  })
}
