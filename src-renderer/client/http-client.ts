import { text } from '../locales/messages.ts'
import { unreachable, type Connection, type HostClient } from './host-client.ts'
import { readEvents } from './event-stream.ts'
import { exchangeToken, post, postCall, proofStore, PROOF_KEY, sessionHeader, takeLoginToken } from './http-session.ts'

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 10_000

/** The client in a browser: calls and events over HTTP, behind the page session. */
export function httpClient(window: Window): HostClient {
  const proofs = proofStore(window.localStorage)
  const listeners = new Set<() => void>()
  let connection: Connection = { state: 'starting' }
  let stream: AbortController | null = null
  // Until a reload asks for it again, a link that was opened on top of a session does no harm to that session.
  const signedIn = signIn(takeLoginToken(window))

  const set = (next: Connection) => {
    if (next.state === connection.state && next.state !== 'signed-out') return
    connection = next
    if (next.state === 'signed-out') stream?.abort()
    for (const listener of listeners) listener()
  }
  const endSession = (why: 'none' | 'ended' | 'refused') => {
    proofs.clear()
    set({ state: 'signed-out', why })
  }

  async function signIn(token: string | null): Promise<void> {
    // The address is cleaned before anything is awaited; the rest may take its time.
    await Promise.resolve()
    const had = proofs.read()
    let proof = had
    for (let waitMs = FIRST_RETRY_MS; token !== null; waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)) {
      try {
        proof = (await exchangeToken(token)) ?? had
        break
      } catch {
        set({ state: 'reconnecting' })
        await pause(waitMs)
      }
    }
    if (proof === null) return endSession(token === null ? 'none' : 'refused')
    proofs.write(proof)
    set({ state: 'connected' })
    void listen()
  }

  /** Keeps one stream open while the page is seen: a browser allows a host six connections over all its tabs. */
  async function listen(): Promise<void> {
    let waitMs = FIRST_RETRY_MS
    for (;;) {
      await untilVisible(window.document)
      const proof = proofs.read()
      if (connection.state === 'signed-out' || proof === null) return
      stream = new AbortController()
      const hide = () => window.document.hidden && stream?.abort('hidden')
      window.document.addEventListener('visibilitychange', hide)
      const end = await readEvents(proof, (event) => {
        if (event.name !== 'ready') return
        waitMs = FIRST_RETRY_MS
        set({ state: 'connected' })
      }, stream.signal)
      window.document.removeEventListener('visibilitychange', hide)
      if (end === 'refused') return endSession('ended')
      if (stream.signal.aborted) continue
      set({ state: 'reconnecting' })
      await pause(waitMs)
      waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)
    }
  }

  // A sign-in link opened in this very tab changes the fragment only.
  window.addEventListener('hashchange', () => {
    if (window.location.hash.startsWith('#login=')) window.location.reload()
  })
  // Signing in or out in another tab of this origin counts here as well.
  window.addEventListener('storage', (event) => {
    if (event.key !== PROOF_KEY && event.key !== null) return
    if (proofs.read() === null) set({ state: 'signed-out', why: 'ended' })
    else if (connection.state === 'signed-out') window.location.reload()
  })

  return {
    connection: () => connection,
    onConnection: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    call: async (name, input) => {
      await signedIn
      const proof = proofs.read()
      if (proof === null) return unreachable(text('signIn.title'))
      try {
        const result = await postCall(name, input, proof)
        if (!result.ok && result.error.code === 'error.unauthorized') endSession('ended')
        return result
      } catch {
        // The stream notices the same and finds the way back.
        return unreachable(text('error.connection'))
      }
    },
    signOut: async () => {
      const proof = proofs.read()
      if (proof !== null) await post('/bridge/logout', {}, sessionHeader(proof)).catch(() => undefined)
      endSession('none')
    },
  }
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs)
  })
}

function untilVisible(document: Document): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    const check = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
  })
}
