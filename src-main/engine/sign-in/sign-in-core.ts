import { createHmac } from 'node:crypto'
import type { AuditAction } from '../../domain/audit.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Store } from '../../database/store.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlCore, ControlTransaction } from '../kernel/control-core.ts'
import type { AuditLog } from '../kernel/audit/audit-log.ts'
import type { DataKey } from '../kernel/secrets/data-key.ts'

/** What all ways of signing in share. */
export interface SignInCore {
  readonly instanceId: string
  readonly database: Store<ControlSchema>
  readonly audit: AuditLog
  readonly wallClock: Clock
  readonly dataKey: DataKey
  /** Keys of their own for each purpose. */
  readonly keys: { readonly recovery: Buffer; readonly count: Buffer; readonly device: Buffer }
}

export function createSignInCore(
  { instanceId, database, audit, wallClock }: ControlCore,
  dataKey: DataKey,
): SignInCore {
  const keyFor = (purpose: string) => dataKey.derive(`sign-in/${purpose}`)
  return {
    instanceId,
    database,
    audit,
    wallClock,
    dataKey,
    keys: { recovery: keyFor('recovery'), count: keyFor('count'), device: keyFor('device') },
  }
}

/** The browser that signs in, as far as the host can tell. */
export interface Visitor {
  /** Where it comes from, after trusted proxies. */
  address: string
  /** The verified token of its device cookie, see `device-token.ts`. */
  device: string
}

/** What of a device's token is stored. */
export function deviceHash(core: SignInCore, device: string): Buffer {
  return createHmac('sha256', core.keys.device).update(`hash/${device}`).digest()
}

/** The instant this many milliseconds ahead, as stored. */
export function inMs(core: Pick<SignInCore, 'wallClock'>, ms: number): string {
  return new Date(core.wallClock.now().getTime() + ms).toISOString()
}

/** The context of what people do with their own credentials before they are signed in. */
export function byThemselves(person: { id: string; name: string }): ChangeContext {
  return { actor: { type: 'person', ...person }, channel: 'app' }
}

/** Records a change of a person's credentials, never the credential itself. */
export function recordCredential(
  core: Pick<SignInCore, 'audit'>,
  transaction: ControlTransaction,
  context: ChangeContext,
  what: CredentialChange,
  personId: string,
  after?: Record<string, unknown>,
): void {
  core.audit.append(transaction, context, {
    action: `credential.${what}`,
    target: { type: 'person', id: personId },
    projectId: null,
    ...(after === undefined ? {} : { after }),
  })
}

type CredentialChange = Extract<AuditAction, `credential.${string}`> extends `credential.${infer What}` ? What : never
