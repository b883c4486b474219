import type { AlertKind } from '../../domain/alerts/alert.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { queryBuilder } from '../../database/query-builder.ts'
import type { Store } from '../../database/store.ts'
import { composeDigest } from './compose-digest.ts'
import { linkTo, momentIn, type ComposeFrom, type NamedOccasion } from './compose-parts.ts'
import type { Occasion } from './find-occasions.ts'
import type { MailContent, MailSection } from './mail-text.ts'
import type { AlertWords } from './words/alert-words.ts'

/** Entries named in a mail; the app lists all. */
const NAMED = 20

/**
 * What a mail says, from the rows as they are now; null if there is nothing left to say, such as after the failure was
 * solved or the project removed.
 */
export async function composeMail(
  from: ComposeFrom,
  mail: { kind: AlertKind; personId: string },
  occasions: readonly NamedOccasion[],
  words: AlertWords,
): Promise<MailContent | null> {
  const [first] = occasions
  if (first === undefined) return null
  if (mail.kind === 'digest') return composeDigest(from, occasions, words)
  if (mail.kind === 'approvals') return from.approvals(mail.personId, occasions, words)
  const { project_id: projectId, projectName: project } = first
  const projectKey = await from.production.findProjectKey(projectId)
  if (projectKey === null) return null
  const parts: Parts = { database: from.production.database, projectKey, occasions, words, today: todayOf(from) }
  const found = await COMPOSERS[mail.kind](parts)
  if (found.lines.length === 0) return null
  const sections: MailSection[] = [{ heading: null, lines: found.lines.slice(0, NAMED) }]
  const count = found.total ?? found.lines.length
  return {
    ...headOf(mail.kind, project, count, words),
    sections,
    hidden: count - Math.min(found.lines.length, NAMED),
    link: linkTo(from.publicUrl, SCREENS[mail.kind], projectId),
    footer: words.footer(words.kinds[mail.kind]),
  }
}

type FactKind = Exclude<AlertKind, 'digest' | 'approvals'>

const SCREENS: Record<FactKind, string> = { sync_failed: 'sync', webhook_disabled: 'webhook', cards_expiring: 'cards' }

interface Parts {
  database: Store<EnvironmentSchema>
  projectKey: number
  occasions: readonly Occasion[]
  words: AlertWords
  today: string
}
/** `total` where there are more than lines. */
interface Found {
  lines: string[]
  total?: number
}

const COMPOSERS: Record<FactKind, (parts: Parts) => Promise<Found>> = {
  sync_failed: async ({ database, projectKey, occasions, words }) => {
    const runs = await database.all(
      builder
        .selectFrom('sync_run')
        .select(['finished_at', 'error'])
        .where('project_key', '=', projectKey)
        .where('id', 'in', referencesOf(occasions, 'run'))
        .orderBy('seq', 'desc'),
    )
    const pushes = await database.all(
      builder
        .selectFrom('job')
        .innerJoin('card', 'card.id', 'job.card_id')
        .select(['card.card_number', 'card.license_plate', 'card.sync_error_message'])
        .where('job.project_key', '=', projectKey)
        // Solved ones are no news.
        .where('job.failure', 'is not', null)
        .where(
          'job.id',
          'in',
          referencesOf(occasions, 'push').map((reference) => reference.split(':', 1)[0] ?? ''),
        )
        .orderBy('job.seq', 'desc'),
    )
    return {
      lines: [
        ...runs.map((run) => words.syncFailed.run(momentIn(words, run.finished_at ?? ''), run.error ?? '')),
        ...pushes.map((push) =>
          words.syncFailed.push(cardName(push.card_number, push.license_plate), push.sync_error_message ?? ''),
        ),
      ],
    }
  },
  webhook_disabled: async ({ database, projectKey, words }) => {
    const rows = await database.all(
      builder
        .selectFrom('webhook')
        .select(['url', 'disabled_reason', 'disabled_at'])
        .where('project_key', '=', projectKey)
        .where('status', '=', 'disabled')
        .where('disabled_reason', '!=', 'manual'),
    )
    return {
      lines: rows.map(({ url, disabled_reason: reason, disabled_at: at }) => {
        const { gone, failing, other } = words.webhookDisabled
        const say = reason === 'gone' ? gone : reason === 'failing' ? failing : other
        // Path and query may hold a token.
        return say(URL.parse(url)?.host ?? '', momentIn(words, at ?? ''))
      }),
    }
  },
  cards_expiring: async ({ database, projectKey, occasions, words, today }) => {
    const days = referencesOf(occasions, 'expiry').filter((day) => day >= today)
    const cards = builder
      .selectFrom('card')
      .where('project_key', '=', projectKey)
      .where(
        'expiration_date',
        'in',
        days.map((day) => `${day}T00:00:00.000Z`),
      )
    const rows = await database.reader.all(
      'cards in an alert',
      cards
        .select(['card_number', 'license_plate', 'expiration_date'])
        .orderBy('expiration_date')
        .orderBy('id')
        .limit(NAMED),
    )
    const [counted] = await database.reader.all(
      'count of cards in an alert',
      cards.select((count) => count.fn.countAll<number>().as('count')),
    )
    const dates = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeZone: 'UTC' })
    return {
      lines: rows.map((card) =>
        words.cardsExpiring.card(
          cardName(card.card_number, card.license_plate),
          dates.format(new Date(card.expiration_date ?? '')),
        ),
      ),
      total: counted?.count ?? rows.length,
    }
  },
}

function headOf(
  kind: FactKind,
  project: string,
  count: number,
  words: AlertWords,
): Pick<MailContent, 'subject' | 'lead' | 'after'> {
  if (kind === 'sync_failed')
    return { subject: words.syncFailed.subject(project), lead: words.syncFailed.lead, after: words.syncFailed.after }
  if (kind === 'webhook_disabled')
    return { subject: words.webhookDisabled.subject(project), lead: words.webhookDisabled.lead, after: null }
  return { subject: words.cardsExpiring.subject(project, count), lead: words.cardsExpiring.lead(count), after: null }
}

/** How a mail names a card: mail is read by others on its way, so neither the whole number nor the driver. */
function cardName(cardNumber: string, licensePlate: string | null): string {
  return `…${cardNumber.slice(-6)}${licensePlate === null ? '' : ` (${licensePlate})`}`
}

function referencesOf(occasions: readonly Occasion[], what: Occasion['what']): string[] {
  return occasions.filter((occasion) => occasion.what === what).map(({ reference }) => reference)
}

function todayOf({ production }: ComposeFrom): string {
  return production.clock.now().toISOString().slice(0, 10)
}

const builder = queryBuilder<EnvironmentSchema>()
