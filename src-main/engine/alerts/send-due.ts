import { refusedInput } from '../../domain/errors.ts'
import type { MailTest } from '../../domain/alerts/mail-server.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { Session } from '../../database/store.ts'
import type { ControlCore } from '../kernel/control-core.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Logger } from '../kernel/ports.ts'
import { choicesOf, recipientById, recipientsOf, type Recipient } from './alert-recipients.ts'
import { claimMail, endAttempt, type ClaimedMail } from './alert-outbox.ts'
import { composeMail } from './compose-mail.ts'
import type { ComposeFrom, NamedOccasion } from './compose-parts.ts'
import { noteOutcome, readServer, smtpServerOf } from './mail-server.ts'
import { renderMail, type MailContent } from './mail-text.ts'
import { MailRefused, type OutgoingMail, type SendMail, type SmtpServer } from './smtp.ts'
import { wordsOf } from './words/words-of.ts'

interface SendFrom extends ComposeFrom {
  core: ControlCore
  logger: Logger
  language: () => string | null
  send: SendMail
}

/** Mails of one round; a server that gets more at once may take it for abuse. */
const MOST_AT_ONCE = 50

/** Sends what is due, one mail at a time, until nothing is, or the server is in trouble. */
export async function sendDue(from: SendFrom, signal: AbortSignal): Promise<void> {
  const { core, production } = from
  const { database, wallClock } = core
  for (let sent = 0; sent < MOST_AT_ONCE && !signal.aborted; sent += 1) {
    const row = await readServer(database)
    if (row === undefined || (row.paused_until !== null && isAhead(row.paused_until, wallClock.now()))) return
    const mail = await database.write((transaction) => claimMail(core, transaction))
    if (mail === null) return
    const outgoing = await compose(from, mail)
    const failure =
      outgoing === null ? null : await attempt(from, () => smtpServerOf(row, production.dataKey), outgoing, signal)
    const now = wallClock.now()
    await database.write(async (transaction) => {
      if (outgoing === null) return endAttempt(transaction, mail, core.instanceId, now, { state: 'empty' })
      if (failure === null) await endAttempt(transaction, mail, core.instanceId, now, { state: 'sent' })
      else {
        const { problem, final } = failure
        const error = problem.message ?? problem.code
        await endAttempt(transaction, mail, core.instanceId, now, { state: 'failed', error, final })
      }
      await noteOutcome(
        transaction,
        now,
        failure === null ? null : { problem: failure.problem, pauses: failure.concernsServer },
      )
    })
    if (failure?.concernsServer === true) return
  }
}

/** A pause may not outlast any pause given now: the clock may have been set back. */
function isAhead(until: string, now: Date): boolean {
  const leftMs = Date.parse(until) - now.getTime()
  return leftMs > 0 && leftMs <= LONGEST_PAUSE_MS
}
const LONGEST_PAUSE_MS = 15 * 60 * 1000

async function attempt(
  { send, production, logger }: SendFrom,
  server: () => SmtpServer,
  mail: OutgoingMail,
  signal?: AbortSignal,
): Promise<MailRefused | null> {
  try {
    await send(server(), mail, production.network().extraCa, signal)
    return null
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    // The server's words may repeat an address.
    logger.log('warn', 'a mail was not sent', { mail: mail.id, problem: error.problem.code })
    return error
  }
}

const NEWS_MS = 25 * 60 * 60 * 1000

/** The mail as it goes out now, or null if the person must not get it any more, or nothing is left to say. */
async function compose(from: SendFrom, mail: ClaimedMail): Promise<OutgoingMail | null> {
  const { core, language } = from
  // What has waited out a long outage of the server, or a restore, is old news.
  if (core.wallClock.now().getTime() - Date.parse(mail.created_at) > NEWS_MS) return null
  const person = await recipientById(core.database, mail.person_id)
  if (person === undefined || !(await choicesOf(core.database, person.id))[mail.kind]) return null
  const occasions = await occasionsOf(core.database, mail, person)
  const words = wordsOf(person.language ?? language())
  const content = await composeMail(from, { kind: mail.kind, personId: person.id }, occasions, words)
  return content === null ? null : outgoing(mail.id, person, content, words)
}

/** The mail's occasions in projects that the person may still see. */
async function occasionsOf(
  session: Session<ControlSchema>,
  mail: ClaimedMail,
  person: Recipient,
): Promise<NamedOccasion[]> {
  const rows = await session.all(
    session.build
      .selectFrom('alert_mail_occasion')
      .innerJoin('alert_occasion', 'alert_occasion.id', 'alert_mail_occasion.occasion_id')
      .innerJoin('project', 'project.id', 'alert_occasion.project_id')
      .select([
        'alert_occasion.kind',
        'alert_occasion.project_id',
        'alert_occasion.what',
        'alert_occasion.reference',
        'alert_occasion.at',
        'project.name as projectName',
      ])
      .where('alert_mail_occasion.mail_id', '=', mail.id)
      .where('project.archived_at', 'is', null)
      .orderBy('alert_occasion.at'),
  )
  const seen = new Set<string>()
  for (const projectId of new Set(rows.map((row) => row.project_id)))
    if ((await recipientsOf(session, mail.kind, projectId)).some(({ id }) => id === person.id)) seen.add(projectId)
  return rows.filter((row) => seen.has(row.project_id))
}

function outgoing(
  id: string,
  person: Recipient,
  content: MailContent,
  words: ReturnType<typeof wordsOf>,
): OutgoingMail {
  return { id, to: { name: person.name, address: person.email }, ...renderMail(content, person.name, words) }
}

/** @throws ServiceError `error.validation` without a server, or without an address to send to */
export async function sendTest(
  from: Pick<SendFrom, 'send' | 'production' | 'logger' | 'language' | 'core' | 'digest' | 'approvals'>,
  server: () => SmtpServer | null,
  person: Recipient | undefined,
  signal?: AbortSignal,
): Promise<MailTest> {
  if (person === undefined) throw refusedInput('to', 'Your profile has no e-mail address', { code: 'mail_no_address' })
  const words = wordsOf(person.language ?? from.language())
  const { subject, lead } = words.test
  const content = { subject, lead, sections: [], hidden: 0, after: null, link: null, footer: null }
  const failure = await attempt(
    { ...from, publicUrl: null },
    () => {
      const taken = server()
      if (taken === null) throw refusedInput('host', 'There is no mail server yet', { code: 'required' })
      return taken
    },
    outgoing(newUuid(), person, content, words),
    signal,
  )
  return { to: person.email, problem: failure?.problem ?? null }
}
