import type { CallResult } from '../../src-preload/contract.ts'
import type { PageCallName } from '../../src-preload/contract.ts'

/** The half of a page session that this origin keeps; the other half is a cookie that no script can read. */
export interface ProofStore {
  read(): string | null
  write(proof: string): void
  clear(): void
}

export function proofStore(storage: Storage): ProofStore {
  return {
    read: () => storage.getItem(PROOF_KEY),
    write: (proof) => storage.setItem(PROOF_KEY, proof),
    clear: () => storage.removeItem(PROOF_KEY),
  }
}

export const PROOF_KEY = 'fuelcard-desk.proof'

/** What a link brings in its fragment. */
export interface Brought {
  login: string | null
  invitation: string | null
  refused: string | null
}

/** Takes what a link brings out of the address at once: neither history nor a bookmark keeps it. */
export function takeBrought(window: Window): Brought {
  const [, kind, value = null] = /^#(login|invitation|refused)=([A-Za-z0-9_-]+)$/.exec(window.location.hash) ?? []
  // From the identity provider, back to where the page was.
  const place = window.sessionStorage.getItem(PLACE_KEY) ?? ''
  window.sessionStorage.removeItem(PLACE_KEY)
  if (kind !== undefined) window.history.replaceState(null, '', window.location.pathname + place)
  return {
    login: kind === 'login' ? value : null,
    invitation: kind === 'invitation' ? value : null,
    refused: kind === 'refused' ? value : null,
  }
}

/** Remembers where the page is while the browser is with an identity provider. */
export function keepPlace(window: Window): void {
  window.sessionStorage.setItem(PLACE_KEY, window.location.hash)
}

const PLACE_KEY = 'fuelcard-desk.place-before'

/** @returns the proof, or null if the service refused the token. Throws if the service cannot be reached. */
export async function redeemToken(token: string): Promise<string | null> {
  const response = await post('/bridge/login', { token }, {})
  const result = (await response.json()) as { ok: boolean; value?: { proof?: unknown }; error?: { code: string } }
  if (result.ok && typeof result.value?.proof === 'string') return result.value.proof
  if (result.error?.code === 'error.unavailable') throw new Error('The service is starting or stopping')
  return null
}

/** One call of the contract. Throws if the service cannot be reached or does not answer with a result. */
export async function postCall<Name extends PageCallName>(
  name: Name,
  input: unknown,
  proof: string | null,
): Promise<CallResult<Name>> {
  const response = await post(`/bridge/call/${name}`, input, proof === null ? {} : sessionHeader(proof))
  return (await response.json()) as CallResult<Name>
}

export function sessionHeader(proof: string): Record<string, string> {
  return { 'X-Fuelcard-Session': proof }
}

export function post(path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    credentials: 'same-origin',
  })
}
