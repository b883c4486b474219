import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../domain/errors.ts'
import { outputOf } from './call-output.ts'
import { CallNotBegun, connectControl, type ControlClient } from '../bridge/control-client.ts'
import { readOwner } from '../bridge/owner-note.ts'
import { LOCAL } from '../bridge/bridge-host.ts'
import type { CallInput, CallName, CallResult } from '../../src-preload/contract.ts'
import type { Globals } from './globals.ts'
import type { CallOptions, Session } from './session.ts'

export interface SessionOptions {
  /** False for a restore, which must work if the engine would not open. */
  openEngine: boolean
  /** Aborts on Ctrl+C. */
  signal: AbortSignal
}

/** How long to wait for an owner that is starting or ending. */
const PATIENCE_MS = 5_000
const STEP_MS = 100

/**
 * Finds the owner of the data folder, or becomes it; with `--service`, connects to that service instead.
 *
 * @throws ServiceError `error.folder_in_use` if the owner does not answer; otherwise as `openService`
 */
export async function openSession(globals: Globals, options: SessionOptions): Promise<Session> {
  if (globals.service !== undefined) {
    const { openRemoteSession } = await import('./remote/remote-session.ts')
    return openRemoteSession(globals.service, options.signal)
  }
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const owner = readOwner(globals.dataDir)
    const client = owner === null ? null : await connectControl(owner.socket)
    if (client !== null) return remoteSession(client, globals, options, owner?.kind === 'command')
    try {
      return await localSession(globals, options)
    } catch (error) {
      const inUse = error instanceof ServiceError && error.code === 'error.folder_in_use'
      if (!inUse || performance.now() > deadline) throw error
    }
    await sleep(STEP_MS)
  }
}

/** @param passes whether the owner is itself a command: once it ends, the next owner or this process takes over */
function remoteSession(client: ControlClient, globals: Globals, options: SessionOptions, passes: boolean): Session {
  let successor: Promise<Session> | null = null
  // The owner aborts the calls of a closed connection.
  options.signal.addEventListener('abort', () => client.close())
  return {
    call: async (name, input, callOptions = {}) => {
      if (successor !== null) return (await successor).call(name, input, callOptions)
      try {
        return outputOf(await client.call(name, input, { onProgress: callOptions.onProgress }))
      } catch (error) {
        if (!passes || !(error instanceof CallNotBegun) || options.signal.aborted) throw error
        successor ??= openSession(globals, options)
        return (await successor).call(name, input, callOptions)
      }
    },
    close: async () => {
      client.close()
      await (await successor)?.close()
    },
  }
}

async function localSession(globals: Globals, { openEngine, signal }: SessionOptions): Promise<Session> {
  // Loaded only here: a command that runs in the owner starts twice as fast without the engine.
  const [{ openService }, { createLogger }] = await Promise.all([import('./open-service.ts'), import('./log.ts')])
  const service = await openService({
    dataDir: globals.dataDir,
    store: globals.store,
    keySource: globals.keySource,
    logger: createLogger('error'),
    web: null,
    openEngine,
    onLost: () => {},
  })
  return {
    call: async <Name extends CallName>(name: Name, input: CallInput<Name>, { onProgress }: CallOptions = {}) => {
      const result = await service.bridge.handle(name, input, {
        audience: 'command-line',
        who: LOCAL,
        channel: 'cli',
        signal,
        onProgress,
      })
      return outputOf(result as CallResult<Name>)
    },
    close: () => service.stop(),
  }
}
