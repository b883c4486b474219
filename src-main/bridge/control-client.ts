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
   * @throws CallNotBegun when the owner ends and has not begun the call
   * @throws ServiceError `error.unavailable` when it ends before it has answered
   */
  call<Name extends CallName>(name: Name, input: CallInput<Name>, watch?: CallWatch): Promise<CallResult<Name>>
  /** Ends the connection, and with it the calls in hand. */
  close(): void
}

/** The owner is leaving and never began the call: whoever asked may ask the next owner. */
export class CallNotBegun extends ServiceError {
  constructor() {
    super('error.unavailable', 'The service ended before it began')
  }
}

const CONNECT_MS = 2_000
/** Long enough for the largest answer, and an end to one that never stops. */
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

/** Connects to an owner's socket; null where nobody listens, or where whoever did is leaving. */
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
      // The owner held it against the contract.
      call?.resolve(reply.data.result as CallResult<CallName>)
    },
    (reason) => end(new ServiceError('error.unavailable', `The service gave an answer that cannot be read: ${reason}`)),
  )
  socket.on('error', () => {})
  socket.on('close', () => end(new ServiceError('error.unavailable', 'The service ended before it answered')))
  // One that was still waiting at the door when the owner left is closed without a word.
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
        // A late error of a socket that is given up must not end the process.
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
