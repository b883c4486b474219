import type { LaterColumn } from './columns.ts'

/** What people sign in with, and what an attempt to sign in leaves behind; in the control database. */
export interface SignInTables {
  password: { person_id: string; hash: string; set_at: string }
  totp: {
    person_id: string
    secret: string
    created_at: string
    confirmed_at: string | null
    last_step: number | null
  }
  recovery_code: { hash: Uint8Array; person_id: string }
  passkey: {
    id: string
    person_id: string
    name: string
    public_key: Uint8Array
    counter: number
    transports: string
    host: string
    created_at: string
    last_used_at: string | null
  }
  identity: { issuer: string; subject: string; person_id: string; linked_at: string }
  identity_grant: {
    id: string
    person_id: string
    issuer: string
    subject: string
    refresh_token: string | null
    renew_by: string
    lease_until: string | null
    lease_owner_id: LaterColumn
  }
  sign_in_state: {
    hash: Uint8Array
    kind: string
    person_id: string | null
    device_hash: Uint8Array
    payload: string
    expires_at: string
  }
  sign_in_count: { name: Uint8Array; count: number; held_until: string | null; counted_at: string }
  known_device: { device_hash: Uint8Array; person_id: string; last_used_at: string }
}
