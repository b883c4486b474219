import type { ColumnType } from 'kysely'
import type { Theme } from '../../domain/desk/settings.ts'
import type { PersonState } from '../../domain/people/person.ts'
import type { LaterBytes, LaterColumn } from './columns.ts'
import type { Role } from '../../domain/people/role.ts'

/** Who may use the service, in the control database. */
export interface PeopleTables {
  person: {
    id: string
    /** Empty for a desk's own person until one is given. */
    name: string
    email: string | null
    email_key: string | null
    language: string | null
    state: PersonState
    is_administrator: number
    /** 1 for the person at the machine itself, null for everybody else. */
    is_local: number | null
    created_at: string
    last_seen_at: string | null
    /** Null for the service's own, as is the language. */
    theme: ColumnType<Theme | null, Theme | null | undefined, Theme | null>
  }
  membership: { person_id: string; project_id: string; role: Role }
  invitation: {
    token_hash: Uint8Array
    person_id: string
    created_at: string
    expires_at: string
    redeemed_at: string | null
  }
  login_token: {
    token_hash: Uint8Array
    person_id: string
    expires_at: string
    /** The browser that signed in; without one, any browser may use the token. */
    device_hash: LaterBytes
    /** What an identity provider granted: the session ends with it. */
    grant_id: LaterColumn
  }
}
