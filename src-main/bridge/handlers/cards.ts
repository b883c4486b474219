import { withRefusedRows } from './files/import-rows.ts'
import type { z } from 'zod'
import type { ProjectScope } from '../../domain/environment-name.ts'
import type { ShownCard } from '../../domain/cards/at-provider.ts'
import type { CardCommand, switchInputSchema } from '../../domain/card.ts'
import { cardListInputSchema } from '../../domain/cards/card-list.ts'
import { readReason } from '../../domain/cards/card-reason.ts'
import { plannedListInputSchema } from '../../domain/cards/planned-list.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Handlers, HandlerScope } from './handler.ts'
import { environmentOf } from './environment-of.ts'

export const cardHandlers: Omit<Handlers<'cards'>, 'cards.download' | 'cards.undo'> = {
  'cards.list': async (input, scope) => {
    const { cards, shown } = await environmentOf(input, scope)
    const { docs, total } = await cards.list(input.projectId, cardListInputSchema.parse(input.query))
    return { docs: await Promise.all(docs.map(shown)), total }
  },
  'cards.counts': async (input, scope) =>
    (await environmentOf(input, scope)).cards.counts(input.projectId, input.queries),
  'cards.costCentres': async (input, scope) => (await environmentOf(input, scope)).cards.costCentres(input.projectId),
  'cards.get': async (input, scope) => {
    const { cards, shown } = await environmentOf(input, scope)
    return shown(await cards.get(input.projectId, input.cardId))
  },
  'cards.names': async (input, scope) =>
    (await environmentOf(input, scope)).cards.names(input.projectId, input.cardIds),
  'cards.findListed': async (input, scope) => {
    const { cards, shown } = await environmentOf(input, scope)
    const listed = await cards.findListed(input.projectId, input.lines)
    return Promise.all(
      listed.map(async ({ cards: found, ...line }) => ({ ...line, cards: await Promise.all(found.map(shown)) })),
    )
  },
  'cards.activate': (input, scope) =>
    command(input, { type: 'activate', licensePlate: input.licensePlate, driver: input.driver }, scope),
  'cards.update': (input, scope) => {
    const { licensePlate, driver, internalReference, costCentre, notes } = input
    return command(input, { type: 'update', licensePlate, driver, internalReference, costCentre, notes }, scope)
  },
  'cards.enable': (input, scope) => switchCard(input, 'enable', scope),
  'cards.disable': (input, scope) => switchCard(input, 'disable', scope),
  'cards.handOver': async ({ cardId, replacesCardId, reason, ...place }, scope) => {
    const { cards, shown } = await environmentOf(place, scope)
    const after = await cards.handOver(place.projectId, { cardId, replacesCardId }, scope.context(reason))
    return { card: await shown(after.card), replaced: await shown(after.replaced) }
  },
  'cards.replacements': async (input, scope) => {
    const { cards, shown } = await environmentOf(input, scope)
    const { replaces, replacedBy } = await cards.replacements(input.projectId, input.cardId)
    return {
      replaces: replaces === null ? null : await shown(replaces),
      replacedBy: replacedBy === null ? null : await shown(replacedBy),
    }
  },
  'cards.expiring': async ({ projectId, environment, ...input }, scope) => {
    const { expiring, shown } = await environmentOf({ projectId, environment }, scope)
    const { docs, total } = await expiring.list(projectId, input)
    const shownDocs = docs.map(async ({ card, replacement, ...row }) => ({
      ...row,
      id: card.id,
      card: await shown(card),
      replacement: replacement === null ? null : await shown(replacement),
    }))
    return { docs: await Promise.all(shownDocs), total }
  },
  'cards.expiryPeriods': async (input, scope) => (await environmentOf(input, scope)).expiring.periods(input.projectId),
  'cards.setExpiryWarning': async ({ days, ...place }, scope) => {
    const { expiring } = await environmentOf(place, scope)
    await expiring.setWarningDays(place.projectId, days, scope.context())
    return expiring.periods(place.projectId)
  },

  'cards.planned': async ({ projectId, environment, ...input }, scope) =>
    (await environmentOf({ projectId, environment }, scope)).planned.list(
      projectId,
      plannedListInputSchema.parse(input),
    ),
  'cards.cancelPlanned': async ({ projectId, cardId, ...input }, scope) => {
    const { planned, shown } = await environmentOf({ projectId, ...input }, scope)
    return shown(await planned.cancel(projectId, cardId, scope.context(input.reason)))
  },
  'cards.movePlanned': async ({ projectId, cardId, until, ...input }, scope) => {
    const { planned, shown } = await environmentOf({ projectId, ...input }, scope)
    return shown(await planned.move(projectId, cardId, until, scope.context(input.reason)))
  },
  'cards.releasePlanned': async ({ projectId, cardId, ...input }, scope) => {
    const { planned, shown } = await environmentOf({ projectId, ...input }, scope)
    return shown(await planned.release(projectId, cardId, scope.context(input.reason)))
  },

  'cards.mock': async ({ projectId, count, seed }, scope) => {
    const { mockCards } = await environmentOf({ projectId, environment: 'sandbox' }, scope)
    if (mockCards === null) throw new ServiceError('error.sandbox_only')
    return mockCards.create(projectId, { count, seed }, scope.context(), scope.bulk)
  },
  'cards.import': async ({ projectId, environment, refused, ...input }, scope) => {
    const { imports } = await environmentOf({ projectId, environment }, scope)
    const run = (more?: Pick<Parameters<typeof imports.run>[1], 'rows' | 'onHeader'>) =>
      imports.run(projectId, { ...input, ...more }, scope.context(), scope.bulk)
    return refused === undefined ? run() : withRefusedRows(refused, run, scope.bulk.signal)
  },
  'cards.export': async ({ projectId, environment, file, delimiter, query }, scope) =>
    (await environmentOf({ projectId, environment }, scope)).exports.toFile(
      projectId,
      cardListInputSchema.parse(query),
      { file, delimiter },
      scope.bulk,
    ),
}

function switchCard(
  {
    reason: given,
    note: words,
    until,
    ...place
  }: ProjectScope & { cardId: string; reason?: string | undefined } & Pick<
      z.output<typeof switchInputSchema>,
      'note' | 'until'
    >,
  type: 'enable' | 'disable',
  scope: HandlerScope,
): Promise<ShownCard> {
  const { reason, note } = readReason({ reason: given, note: words })
  return command({ ...place, reason: note }, { type, reason, until }, scope)
}

async function command(
  input: ProjectScope & { cardId: string; reason?: string | undefined },
  command: CardCommand,
  scope: HandlerScope,
): Promise<ShownCard> {
  const { cards, shown } = await environmentOf(input, scope)
  return shown(await cards.command(input.projectId, input.cardId, command, scope.context(input.reason)))
}
