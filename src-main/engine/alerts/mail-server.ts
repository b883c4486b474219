import type { Selectable } from 'kysely'
import { refusedInput } from '../../domain/errors.ts'
import {
  mailProblemSchema,
  type MailProblem,
  type MailServer,
  type MailServerInput,
} from '../../domain/alerts/mail-server.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { Session } from '../../database/store.ts'
import type { AlertTables } from '../../database/tables/alert-tables.ts'
import { isLoopbackHost } from '../../net/address.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlCore, ControlTransaction } from '../kernel/control-core.ts'
import type { DataKey } from '../kernel/secrets/data-key.ts'
import { MailRefused, type SmtpServer } from './smtp.ts'

export type ServerRow = Selectable<AlertTables['mail_server']>

/** Binds the sealed password to its column. */
const PASSWORD_PLACE = 'mail_server/1/password'

/** The server's row, or undefined while none is set. */
export function readServer(session: Session<ControlSchema>): Promise<ServerRow | undefined> {
  return session.first(serverRow, {})
}

export function shownServer(row: ServerRow, waiting: number): MailServer {
  return {
    host: row.host,
    port: row.port,
    security: row.security,
    user: row.user_name,
    fromAddress: row.from_address,
    fromName: row.from_name,
    hasPassword: row.password !== null,
    waiting,
    lastSentAt: row.last_sent_at,
    problem:
      row.problem === null || row.problem_at === null
        ? null
        : { ...mailProblemSchema.parse(JSON.parse(row.problem)), at: row.problem_at },
  }
}

/** What a connection needs. @throws MailRefused `password_lost` when the password was sealed with a lost key */
export function smtpServerOf(row: ServerRow, dataKey: DataKey): SmtpServer {
  const { host, port, security, user_name: user, from_address: fromAddress, from_name: fromName } = row
  if (user !== null && row.password === null) throw passwordLost()
  try {
    const password = row.password === null ? null : dataKey.open(row.password, PASSWORD_PLACE)
    return { host, port, security, user, password, fromAddress, fromName }
  } catch {
    throw passwordLost()
  }
}

function passwordLost(): MailRefused {
  return new MailRefused({ code: 'password_lost', message: null }, { concernsServer: true, final: false })
}

/**
 * An entered server with its password. Without one the stored password stays, unless it would go elsewhere: otherwise
 * a stored secret could be sent to an address of one's choice.
 *
 * @throws ServiceError `error.validation` naming the field
 */
export function takeServer(input: MailServerInput, stored: ServerRow | undefined, dataKey: DataKey): SmtpServer {
  const { host, port, security, user, fromAddress, fromName } = input
  if (user !== null && security === 'none' && !isLoopbackHost(host))
    throw refusedInput('security', 'A password is sent over a protected connection only', { code: 'mail_unprotected' })
  const base = { host, port, security, user, fromAddress, fromName }
  if (user === null) return { ...base, password: null }
  if (input.password !== undefined) return { ...base, password: input.password }
  const isSame =
    stored?.host === host && stored.port === port && stored.user_name === user && stored.security === security
  if (!isSame || stored.password === null)
    throw refusedInput('password', 'The password is required', { code: 'required' })
  return { ...base, password: smtpServerOf(stored, dataKey).password }
}

/** Writes the server and records it, without the password. Alerts begin now, unless they had begun. */
export async function writeServer(
  core: ControlCore,
  transaction: ControlTransaction,
  server: SmtpServer,
  dataKey: DataKey,
  context: ChangeContext,
): Promise<void> {
  const before = await readServer(transaction)
  const now = core.wallClock.now().toISOString()
  const fields = {
    host: server.host,
    port: server.port,
    security: server.security,
    user_name: server.user,
    password: server.password === null ? null : dataKey.seal(server.password, PASSWORD_PLACE),
    from_address: server.fromAddress,
    from_name: server.fromName,
    // A corrected server is tried at once.
    paused_until: null,
    failures: 0,
    problem: null,
    problem_at: null,
  }
  await transaction.run(
    before === undefined
      ? transaction.build.insertInto('mail_server').values({ id: 1, since: now, searched_until: now, ...fields })
      : transaction.build.updateTable('mail_server').set(fields).where('id', '=', 1),
  )
  core.audit.append(transaction, context, {
    action: 'mail.set',
    target: { type: 'mail_server', id: null },
    projectId: null,
    before: before === undefined ? null : audited(before),
    after: audited({ ...fields }),
  })
}

function audited(row: Pick<ServerRow, 'host' | 'port' | 'security' | 'user_name' | 'from_address' | 'from_name'>) {
  const { host, port, security, user_name: user, from_address: fromAddress, from_name: fromName } = row
  return { host, port, security, user, fromAddress, fromName }
}

/** Stops all mail. What waits is dropped: after a pause of weeks it would be no news. */
export async function removeServer(
  core: ControlCore,
  transaction: ControlTransaction,
  context: ChangeContext,
): Promise<void> {
  const before = await readServer(transaction)
  if (before === undefined) return
  await transaction.run(transaction.build.deleteFrom('mail_server'))
  await transaction.run(transaction.build.deleteFrom('alert_mail').where('state', 'in', ['queued', 'sending']))
  core.audit.append(transaction, context, {
    action: 'mail.remove',
    target: { type: 'mail_server', id: null },
    projectId: null,
    before: audited(before),
  })
}

/** Pauses after failures in a row, in minutes: a server in trouble is not hammered, one that is back is soon found. */
const PAUSE_MINUTES = [1, 2, 5, 10, 15] as const
const MINUTE_MS = 60_000

/** Notes the outcome of an attempt: a failure that concerns the server pauses all mail. */
export async function noteOutcome(
  transaction: ControlTransaction,
  now: Date,
  outcome: { problem: MailProblem; pauses: boolean } | null,
): Promise<void> {
  const { build } = transaction
  if (outcome === null) {
    const sent = { last_sent_at: now.toISOString(), problem: null, problem_at: null, paused_until: null, failures: 0 }
    await transaction.run(build.updateTable('mail_server').set(sent))
    return
  }
  const { failures = 0 } = (await readServer(transaction)) ?? {}
  const pauseMs = (PAUSE_MINUTES[failures] ?? PAUSE_MINUTES.at(-1) ?? 0) * MINUTE_MS
  await transaction.run(
    build.updateTable('mail_server').set({
      problem: JSON.stringify(outcome.problem),
      problem_at: now.toISOString(),
      ...(outcome.pauses
        ? { failures: failures + 1, paused_until: new Date(now.getTime() + pauseMs).toISOString() }
        : {}),
    }),
  )
}

const serverRow = prepareQuery<object>()('mail server', () =>
  queryBuilder<ControlSchema>().selectFrom('mail_server').selectAll().where('id', '=', 1),
)
