import { text } from '../locales/messages.ts'
import { unreachable, type Connection, type HostClient } from './host-client.ts'
import { readEvents, type StreamEvent } from './event-stream.ts'
import {
  redeemToken,
  post,
  postCall,
  PROOF_KEY,
  proofStore,
  sessionHeader,
  takeBrought,
  keepPlace,
} from './http-session.ts'
import { pause, retryDelays, untilVisible } from './waiting.ts'

/** The client in a browser: calls and events over HTTP, behind the page session. */
export function httpClient(window: Window): HostClient {
  const proofs = proofStore(window.localStorage)
  const listeners = new Set<() => void>()
  const live = new Map<string, Set<(data: never) => void>>()
  let connection: Connection = { state: 'starting' }
  let stream = new AbortController()

  const set = (next: Connection) => {
    if (next.state === connection.state && next.state !== 'signed-out') return
    connection = next
    if (next.state === 'signed-out') stream.abort()
    for (const listener of listeners) listener()
  }
  const endSession = (why: 'none' | 'ended' | 'refused') => {
    proofs.clear()
    set({ state: 'signed-out', why })
  }

  /** Turns a link's token into a session. A refused link leaves an existing session alone. */
  const signIn = async (token: string | null): Promise<void> => {
    if (token !== null) {
      const proof = await redeem(token)
      if (proof !== null) proofs.write(proof)
    }
    if (proofs.read() === null) return endSession(token === null ? 'none' : 'refused')
    set({ state: 'connected' })
    void listen()
  }

  const redeem = async (token: string): Promise<string | null> => {
    for (const delayMs of retryDelays()) {
      try {
        return await redeemToken(token)
      } catch {
        set({ state: 'reconnecting' })
        await pause(delayMs)
      }
    }
    return null
  }

  /** Keeps one stream open while the page is visible: a browser allows a host six connections across all tabs. */
  const listen = async (): Promise<void> => {
    let delays = retryDelays()
    let wasHidden = false
    for (;;) {
      await untilVisible(window.document)
      const proof = proofs.read()
      if (connection.state === 'signed-out' || proof === null) return
      const own = (stream = new AbortController())
      const hide = () => window.document.hidden && own.abort()
      window.document.addEventListener('visibilitychange', hide)
      // The service ends streams by itself, such as after a change of what the person may see.
      let isAsked = false
      const onEvent = ({ name, data }: StreamEvent) => {
        if (name === 'reconnect') isAsked = true
        for (const listener of live.get(name) ?? []) listener(data as never)
        if (name !== 'ready') return
        delays = retryDelays()
        set({ state: 'connected' })
        // Changes while the page was hidden went unseen: any result may be old.
        if (wasHidden) for (const listener of live.get('service.changed') ?? []) listener({} as never)
      }
      const end = await readEvents(proof, onEvent, own.signal)
      window.document.removeEventListener('visibilitychange', hide)
      if (end === 'refused') return endSession('ended')
      wasHidden = own.signal.aborted
      if (wasHidden) continue
      set({ state: 'reconnecting' })
      if (!isAsked) await pause(delays.next().value)
    }
  }

  // Cleans the address right here; the rest is asynchronous.
  const brought = takeBrought(window)
  const signedIn = signIn(brought.login)
  // A sign-in link opened in this tab changes only the fragment.
  window.addEventListener('hashchange', () => {
    if (/^#(login|invitation|refused)=/.test(window.location.hash)) window.location.reload()
  })
  // Signing in or out in another tab of this origin applies here, too.
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
    subscribe: (name, listener) => {
      const subscribers = live.get(name) ?? new Set()
      live.set(name, subscribers.add(listener))
      return () => subscribers.delete(listener)
    },
    call: async (name, input) => {
      await signedIn
      const proof = proofs.read()
      if (proof === null) return unreachable(text('signIn.title'))
      try {
        const result = await postCall(name, input, proof)
        if (!result.ok && result.error.code === 'error.signed_out') endSession('ended')
        return result
      } catch {
        // The stream notices, too, and reconnects.
        return unreachable(text('error.connection'))
      }
    },
    signIn: {
      invitation: brought.invitation,
      refused: brought.refused,
      call: (name, input) => postCall(name, input, null).catch(() => unreachable(text('error.connection'))),
      enter: async (token) => {
        const proof = await redeemToken(token).catch(() => null)
        if (proof === null) return { code: 'error.signed_out', message: '', requestId: '' }
        proofs.write(proof)
        // Nothing of the person signed in before stays in memory.
        window.location.reload()
        return null
      },
      leave: (address) => {
        keepPlace(window)
        window.location.assign(address)
      },
    },
    hasServices: false,
    signOut: async () => {
      const proof = proofs.read()
      if (proof !== null) await post('/bridge/logout', {}, sessionHeader(proof)).catch(() => null)
      endSession('none')
    },
  }
}
