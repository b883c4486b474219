import type { Command } from 'commander'
import { CLAIM_WORDS, claimOf, type ShownCard } from '../../../domain/cards/at-provider.ts'
import type { Card } from '../../../domain/card.ts'
import type { EnvironmentName } from '../../../domain/environment-name.ts'
import { CARD_REASONS } from '../../../domain/cards/card-reason.ts'
import { MAXIMUM_PAGE_SIZE } from '../../../domain/cards/card-list.ts'
import { ServiceError } from '../../../domain/errors.ts'
import { parseUuid } from '../../../domain/uuid.ts'
import { count, day, facts, groupedNumber, shortTime, table } from '../../output/table.ts'
import { style } from '../../output/style.ts'
import type { Shell, Work } from '../../shell.ts'
import { addFilterOptions, queryOf, type FilterOptions } from './card-filters.ts'
import { untilOption } from './until-option.ts'
import { environmentOption, examples, projectOption, scopeOf, wholeNumber } from '../shared.ts'

interface UpdateOptions {
  licensePlate?: string
  driver?: string
  reference?: string
  costCentre?: string
  notes?: string
  reason?: string
}

interface Scope {
  project?: string
  environment: EnvironmentName
}

/** Listing cards and changing one; returns the group, for the commands about files. */
export function registerCards(program: Command, shell: Shell): Command {
  const cards = program.command('cards').description('list, change, import and export cards')

  const list = addFilterOptions(
    cards.command('list').description('list cards').addOption(projectOption()).addOption(environmentOption()),
  )
    .option('--page <number>', 'page number', wholeNumber(1, 2 ** 31), 1)
    .option('--limit <number>', 'cards per page', wholeNumber(1, MAXIMUM_PAGE_SIZE), 50)
    .action((options: Scope & FilterOptions & { page: number; limit: number }) =>
      shell.run(async (work) => {
        const { page, limit } = options
        const listed = await work.call('cards.list', {
          ...(await scopeOf(work, options)),
          query: { ...queryOf(options), page, limit },
        })
        work.print(listed, () => describePage(listed, page, limit))
      }),
    )
  examples(list, [
    'cards list',
    'cards list --search bfl2041',
    'cards list --environment production --status active --sort expirationDate --direction asc --json',
  ])

  const one = (name: string, description: string) =>
    cards
      .command(name)
      .description(description)
      .argument('<card>', 'card ID or card number')
      .addOption(projectOption())
      .addOption(environmentOption())
  const act = (
    asked: string,
    scope: Scope,
    call: (work: Work, card: { projectId: string; environment: EnvironmentName; cardId: string }) => Promise<ShownCard>,
  ) =>
    shell.run(async (work) => {
      const card = await call(work, await findCard(work, scope, asked))
      work.print(card, () => describeCard(card))
    })

  examples(
    one('get', 'one card with all its fields').action((asked: string, scope: Scope) =>
      act(asked, scope, (work, card) => work.call('cards.get', card)),
    ),
    ['cards get "7825 2123 2686 7851 79"'],
  )

  const activate = one('activate', 'activate a new card for a vehicle and its driver')
    .requiredOption('--license-plate <plate>', "the vehicle's licence plate")
    .requiredOption('--driver <name>', "the driver's name")
    .option('--reason <text>', 'for the audit log')
    .action(
      (
        asked: string,
        { licensePlate, driver, reason, ...scope }: Scope & { licensePlate: string; driver: string; reason?: string },
      ) => act(asked, scope, (work, card) => work.call('cards.activate', { ...card, licensePlate, driver, reason })),
    )
  examples(activate, ['cards activate 782521602000409611 --license-plate "B-XY 12" --driver "Ada Lovelace"'])

  const handOver = cards
    .command('hand-over')
    .description('let a new card take the place of one in use: its plate, driver and reference')
    .argument('<old>', 'ID or number of the card in use, which is disabled as replaced')
    .argument('<new>', 'ID or number of the new card, which is activated')
    .addOption(projectOption())
    .addOption(environmentOption())
    .option('--reason <text>', 'for the audit log')
    .action((old: string, fresh: string, { reason, ...scope }: Scope & { reason?: string }) =>
      shell.run(async (work) => {
        const { cardId: replacesCardId } = await findCard(work, scope, old)
        const handed = await work.call('cards.handOver', {
          ...(await findCard(work, scope, fresh)),
          replacesCardId,
          reason,
        })
        work.print(handed, () => `${describeCard(handed.card)}\n${describeCard(handed.replaced)}`)
      }),
    )
  examples(handOver, ['cards hand-over 782521074843146809 782521124841894130'])

  for (const name of ['enable', 'disable'] as const) {
    const command = one(name, `${name} a card: all four fuels are switched ${name === 'enable' ? 'on' : 'off'}`)
      .option('--reason <code>', `why: ${CARD_REASONS.join(', ')}; other text counts as the note`)
      .option('--note <text>', 'in your own words, for the audit log')
      .addOption(untilOption(name === 'enable' ? 'it is disabled again' : 'it is enabled again'))
      .action(
        (
          asked: string,
          { reason, note, until, ...scope }: Scope & { reason?: string; note?: string; until?: string },
        ) => act(asked, scope, (work, card) => work.call(`cards.${name}`, { ...card, reason, note, until })),
      )
    examples(command, [
      `cards ${name} ${name === 'enable' ? '782521041206586444 --until 12h' : '782521232686785179'}${name === 'disable' ? ' --reason lost --note "Missing since the ferry"' : ''}`,
    ])
  }

  const warning = cards
    .command('expiry-warning')
    .description('how many days before its last day a card is announced (card.expiring)')
    .addOption(projectOption())
    .addOption(environmentOption())
    .option('--days <number>', 'announce cards this early from now on', wholeNumber(1, 365))
    .action(({ days, ...scope }: Scope & { days?: number }) =>
      shell.run(async (work) => {
        const place = await scopeOf(work, scope)
        const { warningDays } = await (days === undefined
          ? work.call('cards.expiryPeriods', place)
          : work.call('cards.setExpiryWarning', { ...place, days }))
        work.print({ days: warningDays }, () => `Cards are announced ${warningDays} days before their last day.`)
      }),
    )
  examples(warning, ['cards expiry-warning', 'cards expiry-warning --days 45'])

  const update = one(
    'update',
    'correct plate or driver of an activated card, or note reference, cost centre and notes of any card',
  )
    .option('--license-plate <plate>', "the vehicle's licence plate")
    .option('--driver <name>', "the driver's name")
    .option('--reference <text>', 'your own reference; an empty text removes it')
    .option('--cost-centre <text>', 'your own cost centre; an empty text removes it')
    .option('--notes <text>', 'your own notes; an empty text removes them')
    .option('--reason <text>', 'for the audit log')
    .action(
      (
        asked: string,
        {
          reference: internalReference,
          licensePlate,
          driver,
          costCentre,
          notes,
          reason,
          ...scope
        }: Scope & UpdateOptions,
      ) =>
        act(asked, scope, (work, card) =>
          work.call('cards.update', { ...card, licensePlate, driver, internalReference, costCentre, notes, reason }),
        ),
    )
  examples(update, [
    'cards update 782521232686785179 --driver "Grace Hopper"',
    'cards update 782521232686785179 --cost-centre "4711 Sales North" --reference FL-2025-0042',
  ])
  return cards
}

/** @throws ServiceError `error.card_not_found` */
export async function findCard(
  work: Work,
  options: Scope,
  asked: string,
): Promise<{ projectId: string; environment: EnvironmentName; cardId: string }> {
  const scope = await scopeOf(work, options)
  const id = parseUuid(asked)
  if (id !== null) return { ...scope, cardId: id }
  const cardNumber = asked.replaceAll(/[\s-]/g, '')
  const found = /^\d{4,20}$/.test(cardNumber) ? await cardByNumber(work, scope, cardNumber) : undefined
  if (found === undefined)
    throw new ServiceError('error.card_not_found', `There is no card "${asked}" in ${scope.environment}`)
  return { ...scope, cardId: found.id }
}

/** A short number may be part of many others: reads pages until the exact one. */
async function cardByNumber(
  work: Work,
  scope: { projectId: string; environment: EnvironmentName },
  cardNumber: string,
): Promise<Card | undefined> {
  for (let page = 1; ; page++) {
    const { docs, total } = await work.call('cards.list', {
      ...scope,
      query: { search: cardNumber, page, limit: MAXIMUM_PAGE_SIZE },
    })
    const found = docs.find((card) => card.cardNumber === cardNumber)
    if (found !== undefined || page * MAXIMUM_PAGE_SIZE >= total) return found
  }
}

function describePage(
  { docs, total }: { docs: readonly ShownCard[]; total: number },
  page: number,
  limit: number,
): string {
  const rows = docs.map((card) => [
    groupedNumber(card.cardNumber),
    statusWords(card),
    card.licensePlate,
    card.driver,
    day(card.expirationDate),
    card.syncStatus,
    card.id,
  ])
  const from = (page - 1) * limit
  const more = from + docs.length < total ? `; more with --page ${page + 1}` : ''
  const shown =
    docs.length === 0 ? '' : style.dim(`${count(from + 1)}–${count(from + docs.length)} of ${count(total)}${more}\n`)
  return (
    table(
      ['Card', 'Status', 'Plate', 'Driver', 'Valid until', 'Sync', 'Id'],
      rows,
      total === 0 ? 'No card matches.' : `There are ${count(total)} cards, but no page ${page}.`,
    ) + shown
  )
}

/** The status, and the provider's if it differs. */
export function statusWords(card: ShownCard): string {
  const claim = claimOf(card)
  return claim === null ? card.status : `${card.status}, ${CLAIM_WORDS[claim]}`
}

function planWords(plan: Card['plannedChange']): string | null {
  if (plan === null) return null
  return `${plan.action} on ${shortTime(plan.at)}${plan.held ? ', once confirmed: it came back from a backup' : ''}`
}

export function describeCard(card: ShownCard): string {
  const fuels = [
    ['petrol', card.authGasoline],
    ['diesel', card.authDiesel],
    ['LPG', card.authLpg],
    ['heating oil', card.authHeatingOil],
  ] as const
  return facts([
    ['Card', groupedNumber(card.cardNumber)],
    ['Id', card.id],
    ['Provider id', card.providerCardId],
    ['Environment', card.environment],
    ['Status', statusWords(card)],
    ['Reason', card.reason],
    ['Planned (UTC)', planWords(card.plannedChange)],
    ['Plate', card.licensePlate],
    ['Driver', card.driver],
    ['Valid until', day(card.expirationDate)],
    [
      'Fuels',
      fuels
        .filter(([, on]) => on)
        .map(([name]) => name)
        .join(', ') || 'none',
    ],
    ['Reference', card.internalReference],
    ['Cost centre', card.costCentre],
    ['Notes', card.notes],
    ['Sync', card.syncErrorMessage === null ? card.syncStatus : `${card.syncStatus}: ${card.syncErrorMessage}`],
    ['Last synced (UTC)', shortTime(card.lastSyncedAt)],
    ['Changed (UTC)', shortTime(card.updatedAt)],
  ])
}
