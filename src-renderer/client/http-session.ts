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

/** Takes the token of a sign-in link out of the address at once: neither history nor a bookmark keeps it. */
export function takeLoginToken(window: Window): string | null {
  const token = /^#login=([A-Za-z0-9_-]+)$/.exec(window.location.hash)?.[1] ?? null
  if (token !== null) window.history.replaceState(null, '', window.location.pathname)
  return token
}

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
  proof: string,
): Promise<CallResult<Name>> {
  const response = await post(`/bridge/call/${name}`, input, sessionHeader(proof))
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
