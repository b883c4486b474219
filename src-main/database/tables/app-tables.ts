import type { App } from '../../domain/people/connected-app.ts'

/** Apps that are about to be connected by a person, in the control database. */
export interface AppTables {
  app_code: {
    code_hash: Uint8Array
    person_id: string
    app: App
    device: string
    redirect_uri: string
    challenge: string
    expires_at: string
    used_at: string | null
    session_id: string | null
  }
  device_request: {
    device_code_hash: Uint8Array
    user_code_hash: Uint8Array
    app: App
    device: string
    address: string
    expires_at: string
    interval_seconds: number
    polled_at: string | null
    state: 'waiting' | 'approved' | 'denied'
    person_id: string | null
  }
  device_guess: { person_id: string; wrong: number; since: string }
}
