import { z } from 'zod'
import {
  apiKeySchema,
  createdApiKeySchema,
  keyNameSchema,
  projectNameSchema,
  projectSchema,
} from '../src-main/domain/access.ts'
import { apiStateSchema } from '../src-main/domain/desk/settings.ts'
import {
  auditActorSchema,
  auditEntrySchema,
  auditListInputSchema,
  auditVerdictSchema,
} from '../src-main/domain/audit.ts'
import { timestampSchema } from '../src-main/domain/card.ts'
import { ENVIRONMENT_NAMES, environmentNameSchema, projectScopeSchema } from '../src-main/domain/environment-name.ts'
import type { ErrorCode, ErrorDetail } from '../src-main/domain/errors.ts'
import type { LiveEventData, LiveEventName } from '../src-main/domain/desk/live-event.ts'
import { noticeSchema } from '../src-main/domain/desk/notice.ts'
import { text } from '../src-main/domain/text.ts'
import {
  ADMINISTRATOR,
  MANAGER,
  MANAGER_OF_KEY,
  PERSON,
  commandLine,
  everyone,
  type Audience,
  type CallDefinition,
} from './call-definition.ts'
import { ALERT_CALLS } from './alert-calls.ts'
import { APP_CALLS } from './app-calls.ts'
import { APPROVAL_CALLS } from './approval-calls.ts'
import { BULK_CALLS } from './bulk-calls.ts'
import { CARD_CALLS } from './card-calls.ts'
import { CONNECTED_SERVICE_CALLS } from './connected-service-calls.ts'
import { FILE_CALLS } from './file-calls.ts'
import { PEOPLE_CALLS } from './people-calls.ts'
import { SERVICE_CALLS } from './service-calls.ts'
import { SIGN_IN_CALLS } from './sign-in-calls.ts'
import { SYNC_CALLS } from './sync-calls.ts'
import { WEBHOOK_CALLS } from './webhook-calls.ts'

export type { Audience } from './call-definition.ts'

/**
 * Every call that crosses from a window, a page or the command line into the engine. One set of handlers
 * (src-main/bridge) answers it over three transports: Electron's IPC, HTTP and the control socket.
 */

const nothing = z.object({})
const uuid = z.uuid()
const keyOverlapSeconds = z
  .int()
  .min(0)
  .max(30 * 24 * 60 * 60)
const absolutePath = text().min(1).max(4096)
const databaseKind = z.enum(['control', ...ENVIRONMENT_NAMES])
const holdState = z.object({ since: timestampSchema, reason: z.string() }).nullable()

const backupInfoSchema = z.object({
  path: z.string(),
  createdAt: timestampSchema,
  version: z.string(),
  sizeBytes: z.int(),
  withDataKey: z.boolean(),
})
/** A file or folder that other users of this machine can open. */
const openPath = z.object({ path: z.string(), mode: z.string() })

export const CONTRACT = {
  'service.info': everyone(
    PERSON,
    nothing,
    z.object({
      version: z.string(),
      dataDir: z.string(),
      baseUrl: z.string().nullable(),
      api: apiStateSchema,
      holds: z.object({ sandbox: holdState, production: holdState }),
      /** Whether releasing production waits for another manager. */
      releaseNeedsApproval: z.boolean(),
      notices: z.array(noticeSchema),
      /** Whether the caller may make the calls of the machine itself. */
      isAtMachine: z.boolean(),
      /** Whether the service may run on several machines. */
      isCluster: z.boolean(),
    }),
  ),

  'projects.list': everyone(PERSON, nothing, z.array(projectSchema)),
  'projects.create': everyone(ADMINISTRATOR, z.object({ name: projectNameSchema }), projectSchema),
  'projects.rename': everyone(ADMINISTRATOR, z.object({ projectId: uuid, name: projectNameSchema }), projectSchema),
  'projects.archive': everyone(ADMINISTRATOR, z.object({ projectId: uuid }), projectSchema),
  /**
   * `name` confirms the project's name. Takes a backup first, unless the data is in a server: then `backup` is null.
   */
  'projects.delete': everyone(
    ADMINISTRATOR,
    z.object({ projectId: uuid, name: text() }),
    z.object({ backup: z.string().nullable() }),
  ),

  'keys.list': everyone(
    { role: 'manager', scope: 'project', projectOf: 'listed' },
    z.object({ projectId: uuid.optional() }),
    z.array(apiKeySchema),
  ),
  'keys.create': everyone(
    MANAGER,
    projectScopeSchema.extend({
      name: keyNameSchema.default('API key'),
      expiresAt: timestampSchema.nullable().optional(),
    }),
    createdApiKeySchema,
  ),
  /** Without `expiresAt`, the new key gets the old one's original lifetime. */
  'keys.roll': everyone(
    MANAGER_OF_KEY,
    z.object({
      keyId: uuid,
      overlapSeconds: keyOverlapSeconds.default(86_400),
      expiresAt: timestampSchema.nullable().optional(),
    }),
    createdApiKeySchema,
  ),
  'keys.revoke': everyone(MANAGER_OF_KEY, z.object({ keyId: uuid }), apiKeySchema),

  ...APP_CALLS,
  ...BULK_CALLS,
  ...CARD_CALLS,
  ...CONNECTED_SERVICE_CALLS,
  ...FILE_CALLS,
  ...WEBHOOK_CALLS,
  ...SYNC_CALLS,
  ...SERVICE_CALLS,
  ...ALERT_CALLS,
  ...APPROVAL_CALLS,
  ...PEOPLE_CALLS,
  ...SIGN_IN_CALLS,

  'audit.list': everyone(
    { role: 'viewer', scope: 'project', projectOf: 'filter' },
    auditListInputSchema.extend({ kind: databaseKind, projectId: uuid.optional() }),
    z.object({ docs: z.array(auditEntrySchema), total: z.int() }),
  ),
  /** Everybody in a log, the latest to act first. */
  'audit.actors': everyone(
    { role: 'viewer', scope: 'project', projectOf: 'filter' },
    z.object({ kind: databaseKind, projectId: uuid.optional() }),
    z.array(auditActorSchema),
  ),
  'audit.verify': everyone(
    ADMINISTRATOR,
    z.object({ expect: text().optional(), projectId: uuid.optional() }),
    z.object({
      ok: z.boolean(),
      control: auditVerdictSchema,
      sandbox: auditVerdictSchema,
      production: auditVerdictSchema,
    }),
  ),
  'audit.export': commandLine(
    { role: 'clerk', scope: 'project', projectOf: 'filter' },
    z.object({ kind: databaseKind, file: absolutePath, projectId: uuid.optional() }),
    z.object({ file: z.string(), entries: z.int() }),
  ),

  'backup.create': commandLine(
    ADMINISTRATOR,
    z.object({ directory: absolutePath.optional(), passphrase: text().min(8).max(1000).optional() }),
    backupInfoSchema,
  ),
  'backup.list': everyone(ADMINISTRATOR, nothing, z.array(backupInfoSchema)),
  'backup.restore': commandLine(
    ADMINISTRATOR,
    z.object({
      path: absolutePath,
      passphrase: text().max(1000).optional(),
      /** Accepts a missing, wrong or unverifiable seal. Without its key, secrets are lost; cards and history stay. */
      unsealed: z.boolean().default(false),
    }),
    z.object({
      restored: z.string(),
      damagedMovedTo: z.string().nullable(),
      held: z.array(environmentNameSchema),
      dataKey: z.enum(['same', 'installed', 'replaced']),
      warnings: z.array(z.string()),
    }),
  ),
  'hold.release': everyone(
    ADMINISTRATOR,
    z.object({ environment: environmentNameSchema.optional() }),
    z.object({ released: z.array(environmentNameSchema) }),
  ),
  check: commandLine(
    ADMINISTRATOR,
    z.object({ fixModes: z.boolean().default(false) }),
    z.object({
      ok: z.boolean(),
      files: z.array(
        z.object({
          name: z.string(),
          damage: z.array(z.string()),
          audit: z.object({ ok: z.boolean(), count: z.int(), problem: z.string().nullable() }),
        }),
      ),
      openPaths: z.array(openPath),
      closedPaths: z.array(openPath),
    }),
  ),

  /** A new sign-in link for the headless host's page. */
  'login.issue': commandLine(ADMINISTRATOR, nothing, z.object({ uiUrl: z.string() })),
} as const satisfies Record<string, CallDefinition<z.ZodType, z.ZodType, Audience>>

export type CallName = keyof typeof CONTRACT
/** What a caller passes: fields with a default are optional. */
export type CallInput<Name extends CallName> = z.input<(typeof CONTRACT)[Name]['input']>
/** What a handler receives, after validation. */
export type CallArguments<Name extends CallName> = z.output<(typeof CONTRACT)[Name]['input']>
export type CallOutput<Name extends CallName> = z.output<(typeof CONTRACT)[Name]['output']>

/** The calls a window or a page may make. */
export type PageCallName = {
  [Name in CallName]: (typeof CONTRACT)[Name]['audience'] extends 'command-line' ? never : Name
}[CallName]

/** The progress of a long call. */
export interface Progress {
  done: number
  /** Null while unknown. */
  total: number | null
}

/** An error on its way across a transport; its code is intact. */
export interface CrossedError {
  code: ErrorCode
  message: string
  requestId: string
  /** Distinguishes refusals that share a code. */
  reason?: string
  details?: readonly ErrorDetail[] | undefined
}

export type CallResult<Name extends CallName> =
  | { ok: true; value: CallOutput<Name> }
  | { ok: false; error: CrossedError }

/** The renderer's view of its host, the same in both. */
export interface BridgeClient {
  call<Name extends PageCallName>(name: Name, input: CallInput<Name>): Promise<CallResult<Name>>
  /** Returns the function that unsubscribes. */
  subscribe<Name extends LiveEventName>(name: Name, listener: (data: LiveEventData<Name>) => void): () => void
}

/** The name under which the preload exposes `BridgeClient` on `window`. */
export const BRIDGE_GLOBAL = 'fuelcardDesk'
/** The one IPC channel for live events, from the main process to the window. */
export const EVENT_CHANNEL = 'fuelcard-desk:event'
/** The one IPC channel for calls. */
export const CALL_CHANNEL = 'fuelcard-desk:call'
