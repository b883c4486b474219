import type { AuthorizationRequest } from '../../../src-main/domain/people/connected-app.ts'

/** An app that asks, through the address of the page, to be connected. */
export type AskingApp = { kind: 'device' } | { kind: 'app'; request: AuthorizationRequest }

export type Outcome = 'connected' | 'refused'

const KEY = 'fuelcard-desk.asking-app'

/**
 * Takes the request out of the address, at once: neither history nor a bookmark keeps it. It outlives a sign-in, which
 * may lead away and back.
 */
export function takeAskingApp({ location, history, sessionStorage }: Window): void {
  const asked = /^#(device$|authorize=)(.*)$/.exec(location.hash)
  if (asked === null) return
  sessionStorage.setItem(KEY, asked[1] === 'device' ? 'device' : (asked[2] ?? ''))
  history.replaceState(null, '', location.pathname)
}

/** The app that asks in this tab; null for none. The service judges the request. */
export function readAskingApp({ sessionStorage }: Window): AskingApp | null {
  const kept = sessionStorage.getItem(KEY)
  if (kept === null) return null
  if (kept === 'device') return { kind: 'device' }
  try {
    return { kind: 'app', request: JSON.parse(decodeURIComponent(kept)) as AuthorizationRequest }
  } catch {
    return null
  }
}

export function forgetAskingApp({ sessionStorage }: Window): void {
  sessionStorage.removeItem(KEY)
}
