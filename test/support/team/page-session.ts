import type { CallInput, CallOutput, PageCallName } from '../../../src-preload/contract.ts'

/** A person's page, without a browser. */
export interface SignedInPage {
  readonly origin: string
  readonly headers: Record<string, string>
  /** @throws Error with the code of a refusal */
  call<Name extends PageCallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>
}

/** Signs in with the link that a service has printed. */
export async function signInPage(uiUrl: string | null): Promise<SignedInPage> {
  const url = new URL(uiUrl ?? '')
  const { origin } = url
  return exchange(origin, url.hash.replace('#login=', ''), '')
}

/** Accepts an invitation with a password, as the invited person's page does. */
export async function acceptInvitation(origin: string, invitation: string): Promise<SignedInPage> {
  const accepted = await fetch(`${origin}/bridge/call/signIn.acceptWithPassword`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ invitation, password: 'a rather long sentence 4711' }),
  })
  const { value } = (await accepted.json()) as { value: { token: string } }
  return exchange(origin, value.token, cookieOf(accepted))
}

function cookieOf(answer: Response): string {
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function exchange(origin: string, token: string, device: string): Promise<SignedInPage> {
  const json = { 'content-type': 'application/json', origin }
  const login = await fetch(`${origin}/bridge/login`, {
    method: 'POST',
    headers: { ...json, cookie: device },
    body: JSON.stringify({ token }),
  })
  const { value } = (await login.json()) as { value: { proof: string } }
  const headers = {
    ...json,
    cookie: cookieOf(login),
    'x-fuelcard-session': value.proof,
  }
  return {
    origin,
    headers,
    call: async (name, input) => {
      const response = await fetch(`${origin}/bridge/call/${name}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(input),
      })
      const result = (await response.json()) as { ok: boolean; value: never; error?: { code: string } }
      if (!result.ok) throw new Error(result.error?.code)
      return result.value
    },
  }
}
