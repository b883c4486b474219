import type { AuditAction } from '../../domain/audit.ts'
import { API_KEY_PATTERN, KEY_PREFIX, type ApiKey, type CreatedApiKey } from '../../domain/access.ts'
import type { EnvironmentName } from '../../domain/environment-name.ts'
import { ServiceError } from '../../domain/errors.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlCore, ControlTransaction } from '../kernel/control-core.ts'
import { newUuid } from '../kernel/ids.ts'
import { joinedReads } from '../kernel/shared-reads.ts'
import { createRequestShares, type RequestShares } from './request-shares.ts'
import { sameDigest } from '../kernel/secrets/data-key.ts'
import { newToken, tokenHash } from '../kernel/secrets/token.ts'

export interface ApiKeys {
  /** The keys of one project, or all, newest first; includes revoked and expired ones. */
  list(projectId?: string): Promise<ApiKey[]>
  /** The result is the only place where the key itself ever appears. */
  create(
    input: { projectId: string; environment: EnvironmentName; name: string; expiresAt?: string | null },
    context: ChangeContext,
  ): Promise<CreatedApiKey>
  /**
   * Creates a successor; the old key keeps working for `overlapSeconds` (0 ends it at once). Without `expiresAt`, the
   * successor gets the old key's original lifetime.
   */
  roll(
    keyId: string,
    options: { overlapSeconds: number; expiresAt?: string | null | undefined },
    context: ChangeContext,
  ): Promise<CreatedApiKey>
  /** The project of a key, cheaply enough for each call; null if it is unknown. */
  projectOf(keyId: string): Promise<string | null>
  /** Ends a key at once. Revoking it again changes nothing. */
  revoke(keyId: string, context: ChangeContext): Promise<ApiKey>
  /**
   * Finds the key that a caller presented and notes its use, at most once a minute.
   *
   * @throws ServiceError `error.unauthorized`; the message tells a revoked key from an unknown or expired one
   */
  authenticate(text: string): Promise<ApiKey>
  /** Of the limits of all keys, where several instances count together; null where this one counts alone. */
  readonly shares: RequestShares | null
  /** Like `authenticate`, for a key that a clerk selected by ID. */
  authenticateChosen(keyId: string): Promise<ApiKey>
}

/** A key's last use is written only if the stored one is older than this. */
const LAST_USED_STEP_MS = 60_000
/** How many valid keys are cached until the next write. */
const REMEMBERED_KEYS = 1_000

export function createApiKeys(core: ControlCore): ApiKeys {
  const { database } = core
  const used = new Map<string, string>()
  /** Rows as of the last commit, so that a stream of requests does not query the database each time. */
  const remembered = { version: database.version(), rows: new Map<string, ControlSchema['api_key']>() }
  /** Where every request reads its key, those of a stream share reads. */
  const readRow = joinedReads((name: string) => database.first(keyByHash, { hash: Buffer.from(name, 'latin1') }))
  const rowByText = async (text: string): Promise<ControlSchema['api_key'] | undefined> => {
    const digest = tokenHash(text)
    const name = digest.toString('latin1')
    if (remembered.version !== database.version() || remembered.rows.size >= REMEMBERED_KEYS) {
      remembered.version = database.version()
      remembered.rows.clear()
    }
    const known = remembered.rows.get(name)
    if (known !== undefined) return known
    const { version } = remembered
    const row = await readRow(name)
    if (row === undefined || !sameDigest(row.hash, digest)) return undefined
    // Unless something was written during the read.
    if (version === database.version()) remembered.rows.set(name, row)
    return row
  }
  const find = async (transaction: ControlTransaction, keyId: string): Promise<ControlSchema['api_key']> => {
    const row = await transaction.first(keyById, { id: keyId })
    if (row === undefined) throw new ServiceError('error.key_not_found')
    return row
  }
  const now = () => core.wallClock.now().toISOString()
  const record = async (
    transaction: ControlTransaction,
    action: AuditAction,
    key: ApiKey,
    context: ChangeContext,
    after: Record<string, unknown>,
  ) => {
    core.audit.append(transaction, context, {
      action,
      target: { type: 'api_key', id: key.id },
      projectId: key.projectId,
      after: { name: key.name, prefix: key.prefix, environment: key.environment, ...after },
    })
    transaction.note(CHANGED)
  }
  const insert = async (
    transaction: ControlTransaction,
    input: { projectId: string; environment: EnvironmentName; name: string } & KeyLife,
  ): Promise<CreatedApiKey> => {
    if ((await transaction.first(projectExists, { id: input.projectId })) === undefined)
      throw new ServiceError('error.project_not_found')
    const createdAt = core.wallClock.now()
    const text = KEY_PREFIX[input.environment] + newToken()
    const key: ApiKey = {
      id: newUuid(),
      projectId: input.projectId,
      environment: input.environment,
      name: input.name,
      prefix: text.slice(0, KEY_PREFIX[input.environment].length + 8),
      createdAt: createdAt.toISOString(),
      lastUsedAt: null,
      expiresAt: input.expiresAt,
      revokedAt: null,
    }
    await transaction.run(
      transaction.build.insertInto('api_key').values({
        id: key.id,
        project_id: key.projectId,
        environment: key.environment,
        name: key.name,
        prefix: key.prefix,
        hash: tokenHash(text),
        created_at: key.createdAt,
        last_used_at: null,
        expires_at: key.expiresAt,
        revoked_at: null,
        lifetime_ms: input.lifetimeMs,
      }),
    )
    return { ...key, key: text }
  }
  /** The lifetime of a key that ends at this time; null for one without end. */
  const livingUntil = (end: string | null): KeyLife => ({
    expiresAt: end,
    lifetimeMs: end === null ? null : Date.parse(end) - core.wallClock.now().getTime(),
  })
  /** The lifetime of a key that is valid for this long from now; null for one without end. */
  const livingFor = (lifetimeMs: number | null): KeyLife => ({
    expiresAt: lifetimeMs === null ? null : new Date(core.wallClock.now().getTime() + lifetimeMs).toISOString(),
    lifetimeMs,
  })
  /** Rejects a revoked or expired key; notes the use of a valid one. */
  const judged = (row: ControlSchema['api_key']): ApiKey => {
    if (row.revoked_at !== null) throw new ServiceError('error.unauthorized', 'API key has been revoked')
    const present = core.wallClock.now()
    if (row.expires_at !== null && Date.parse(row.expires_at) <= present.getTime())
      throw new ServiceError('error.unauthorized')
    const last = used.get(row.id) ?? row.last_used_at
    if (last === null || present.getTime() - Date.parse(last) > LAST_USED_STEP_MS) {
      used.set(row.id, present.toISOString())
      // Best effort: a lost last use harms nobody, and the request must not wait for it.
      database
        .write((transaction) => {
          transaction.note(CHANGED)
          return transaction.run(noteLastUsed, { id: row.id, lastUsedAt: present.toISOString() })
        })
        .catch(() => {})
    }
    return keyOf(row)
  }
  return {
    shares: database.isShared ? createRequestShares(core) : null,
    list: async (projectId) => {
      const query = database.build.selectFrom('api_key').selectAll().orderBy('created_at', 'desc').orderBy('id')
      return (await database.all(projectId === undefined ? query : query.where('project_id', '=', projectId))).map(
        keyOf,
      )
    },
    create: (input, context) =>
      database.write(async (transaction) => {
        const created = await insert(transaction, { ...input, ...livingUntil(input.expiresAt ?? null) })
        await record(transaction, 'api_key.create', created, context, { expiresAt: created.expiresAt })
        return created
      }),
    roll: (keyId, { overlapSeconds, expiresAt: successorEnd }, context) =>
      database.write(async (transaction) => {
        const row = await find(transaction, keyId)
        const old = keyOf(row)
        if (old.revokedAt !== null)
          throw new ServiceError('error.validation', 'A revoked key cannot be rolled; create a new one', {
            details: [{ field: 'keyId', message: 'The key is revoked', problem: { code: 'key_revoked' } }],
          })
        const ends = new Date(core.wallClock.now().getTime() + overlapSeconds * 1000).toISOString()
        // An overlap never extends the life of a key that was to end sooner.
        const expiresAt = old.expiresAt !== null && old.expiresAt < ends ? old.expiresAt : ends
        const successor = successorEnd === undefined ? livingFor(row.lifetime_ms) : livingUntil(successorEnd)
        const created = await insert(transaction, {
          projectId: old.projectId,
          environment: old.environment,
          name: old.name,
          ...successor,
        })
        await transaction.run(
          transaction.build.updateTable('api_key').set({ expires_at: expiresAt }).where('id', '=', keyId),
        )
        await record(transaction, 'api_key.roll', old, context, {
          expiresAt,
          successor: created.id,
          successorExpiresAt: created.expiresAt,
        })
        return created
      }),
    revoke: (keyId, context) =>
      database.write(async (transaction) => {
        const key = keyOf(await find(transaction, keyId))
        if (key.revokedAt !== null) return key
        const revokedAt = now()
        await transaction.run(
          transaction.build.updateTable('api_key').set({ revoked_at: revokedAt }).where('id', '=', keyId),
        )
        await record(transaction, 'api_key.revoke', key, context, { revokedAt })
        return { ...key, revokedAt }
      }),
    projectOf: async (keyId) => (await database.first(keyById, { id: keyId }))?.project_id ?? null,
    authenticate: async (text) => {
      if (!API_KEY_PATTERN.test(text)) throw new ServiceError('error.unauthorized')
      const row = await rowByText(text)
      if (row === undefined) throw new ServiceError('error.unauthorized')
      return judged(row)
    },
    authenticateChosen: async (keyId) => {
      const row = await database.first(keyById, { id: keyId })
      if (row === undefined) throw new ServiceError('error.unauthorized')
      return judged(row)
    },
  }
}

/** When a key ends, and its original lifetime, which its successor gets as well. */
interface KeyLife {
  expiresAt: string | null
  lifetimeMs: number | null
}

const CHANGED = { about: 'event', event: { name: 'key.changed', data: {} } } as const

const builder = queryBuilder<ControlSchema>()

const keyById = prepareQuery<{ id: string }>()('key by id', (parameter) =>
  builder.selectFrom('api_key').selectAll().where('id', '=', parameter('id')),
)

const keyByHash = prepareQuery<{ hash: Uint8Array }>()('key by hash', (parameter) =>
  builder.selectFrom('api_key').selectAll().where('hash', '=', parameter('hash')),
)

const projectExists = prepareQuery<{ id: string }>()('project exists', (parameter) =>
  builder.selectFrom('project').select('id').where('id', '=', parameter('id')),
)

const noteLastUsed = prepareQuery<{ id: string; lastUsedAt: string }>()('note last use', (parameter) =>
  builder
    .updateTable('api_key')
    .set({ last_used_at: parameter('lastUsedAt') })
    .where('id', '=', parameter('id')),
)

function keyOf(row: ControlSchema['api_key']): ApiKey {
  return {
    id: row.id,
    projectId: row.project_id,
    environment: row.environment,
    name: row.name,
    prefix: row.prefix,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }
}
