import { lockCards } from '../../database/primitives.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import { decide, type Card, type CardCommand } from '../../domain/card.ts'
import { cardRefusal } from '../../domain/cards/card-refusal.ts'
import type { CardCount, CardListInput, CardPage } from '../../domain/cards/card-list.ts'
import { judgeUntil } from '../../domain/cards/planned-change.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { createCardCounts, type CardMatch } from './card-counts.ts'
import { createCardListing } from './card-listing.ts'
import { cardsByNumber, findCard } from './find-card.ts'
import { findListed, type ListedCards } from './find-listed.ts'
import { handOverWithin, type HandedOver, type HandOver } from './hand-over.ts'
import { cardById } from '../ledger/card-store.ts'
import { changeCard } from '../ledger/change-card.ts'
import type { EarlierPlan } from '../ledger/earlier-plan.ts'
import { replacementsOfCard } from './replacements.ts'

export interface CardService {
  /** While it stays the same, so does every list. */
  version(): number
  /** A page of the project's cards with the exact number of matches. */
  list(projectId: string, input: CardListInput): Promise<CardPage>
  /** How many cards match each of them; never counts more than 10,000 one by one. */
  counts(projectId: string, matches: readonly CardMatch[]): Promise<CardCount[]>
  /** The cost centres in use, in alphabetical order; the first 500. */
  costCentres(projectId: string): Promise<string[]>
  /** Within a unit of work, pass its transaction. @throws ServiceError `error.card_not_found` */
  get(projectId: string, cardId: string, session?: EnvironmentSession): Promise<Card>
  /** The numbers, plates and drivers of those cards that belong to the project. */
  names(
    projectId: string,
    cardIds: readonly string[],
  ): Promise<Pick<Card, 'id' | 'cardNumber' | 'licensePlate' | 'driver'>[]>
  /** The cards that the lines of a pasted list name, line by line. */
  findListed(projectId: string, lines: readonly string[]): Promise<ListedCards[]>
  /**
   * Runs a command on a card in its own transaction.
   *
   * @throws ServiceError `error.card_not_found` or the command's refusal
   */
  command(projectId: string, cardId: string, command: CardCommand, context: ChangeContext): Promise<Card>
  /**
   * Like `command`, in the caller's transaction: change, audit entry, event and provider job are written or none.
   *
   * @param restored the plan that an undo brings back: as it was, even if its time has passed, so that it is due at
   *   once
   */
  commandWithin(
    transaction: EnvironmentTransaction,
    projectId: string,
    cardId: string,
    command: CardCommand,
    context: ChangeContext,
    restored?: EarlierPlan,
  ): Promise<Card>
  /** The card that a card replaces, and the one that replaces it. */
  replacements(projectId: string, cardId: string): Promise<{ replaces: Card | null; replacedBy: Card | null }>
  /** Hands over a card to its replacement in a transaction; see `handOverWithin` for its errors. */
  handOver(projectId: string, cards: HandOver, context: ChangeContext): Promise<HandedOver>
  /** Like `handOver`, in the caller's transaction. */
  handOverWithin(
    transaction: EnvironmentTransaction,
    projectId: string,
    cards: HandOver,
    context: ChangeContext,
  ): Promise<HandedOver>
}

export function createCardService(core: EnvironmentCore): CardService {
  const commandWithin: CardService['commandWithin'] = async (
    transaction,
    projectId,
    cardId,
    command,
    context,
    restored,
  ) => {
    await lockCards(transaction, (cards) => cards.where('id', '=', cardId))
    const { card, projectKey } = await findCard(core, transaction, projectId, cardId)
    const now = core.clock.now()
    const decision = decide(card, command, now)
    if (!decision.ok) throw cardRefusal(command.type, decision.reason)
    if ('until' in command) judgeUntil(command.until, now)
    if (decision.card === card) return card
    return changeCard(core, transaction, context, {
      projectKey,
      before: card,
      after: restored === undefined ? decision.card : { ...decision.card, plannedChange: restored.plannedChange },
      action: `card.${command.type}`,
      command: command.type,
      restored,
      events: decision.events,
      providerChange: decision.providerChange,
      // A disabled card has its reason as a field.
      noted: command.type === 'enable' && command.reason ? { because: command.reason } : undefined,
    })
  }
  const list = createCardListing(core)
  return {
    version: () => core.database.version(),
    list,
    counts: createCardCounts(core),
    findListed: (projectId, lines) =>
      findListed(
        {
          list: (input) => list(projectId, input),
          byNumber: (numbers) => cardsByNumber(core, projectId, numbers),
        },
        lines,
      ),
    costCentres: async (projectId) => {
      const projectKey = await core.findProjectKey(projectId)
      if (projectKey === null) return []
      const query = core.database.build
        .selectFrom('card')
        .select('cost_centre')
        .distinct()
        .where('project_key', '=', projectKey)
        .where('cost_centre', 'is not', null)
        .orderBy('cost_centre')
        .limit(LISTED_COST_CENTRES)
      return (await core.database.reader.all('cost centres', query)).flatMap(({ cost_centre: name }) =>
        name === null ? [] : [name],
      )
    },
    get: async (projectId, cardId, session = core.database) => (await findCard(core, session, projectId, cardId)).card,
    names: async (projectId, cardIds) => {
      const projectKey = await core.findProjectKey(projectId)
      if (projectKey === null) return []
      const named: Awaited<ReturnType<CardService['names']>> = []
      for (const id of cardIds) {
        const row = await core.database.first(cardById, { id, projectKey })
        if (row !== undefined)
          named.push({ id, cardNumber: row.card_number, licensePlate: row.license_plate, driver: row.driver })
      }
      return named
    },
    command: (projectId, cardId, command, context) =>
      core.database.writeBeside((transaction) => commandWithin(transaction, projectId, cardId, command, context)),
    commandWithin,
    replacements: (projectId, cardId) => replacementsOfCard(core, projectId, cardId),
    handOver: (projectId, pair, context) =>
      core.database.writeBeside((transaction) => handOverWithin(core, transaction, projectId, pair, context)),
    handOverWithin: (transaction, projectId, pair, context) =>
      handOverWithin(core, transaction, projectId, pair, context),
  }
}

const LISTED_COST_CENTRES = 500
