import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { piece } from '../../on-demand.ts'

const library = piece(() => import('@simplewebauthn/browser'))

interface Challenge {
  ticket: string
  options: Record<string, unknown>
}

/** Asks the browser for a new passkey; null if the person or the browser declines. */
export async function newPasskey({ ticket, options }: Challenge) {
  const { startRegistration } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const response = await startRegistration({ optionsJSON }).catch(() => null)
  return response === null ? null : { ticket, response: { ...response, clientExtensionResults: {} } }
}

/** Asks the browser to sign in with one of its passkeys; null if the person or the browser declines. */
export async function knownPasskey({ ticket, options }: Challenge) {
  const { startAuthentication } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const response = await startAuthentication({ optionsJSON }).catch(() => null)
  return response === null ? null : { ticket, response: { ...response, clientExtensionResults: {} } }
}
