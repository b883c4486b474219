import type { Command } from 'commander'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { MAXIMUM_PAGE_SIZE } from '../../domain/cards/card-list.ts'
import { cardsOfHolder, type Holder, type HolderFacts, type HolderKind } from '../../domain/cards/holder.ts'
import type { ProjectScope } from '../../domain/environment-name.ts'
import { style } from '../output/style.ts'
import { count, counted, day, groupedNumber, shortTime, table } from '../output/table.ts'
import type { Shell, Work } from '../shell.ts'
import { statusWords } from './cards/cards.ts'
import { environmentOption, examples, projectOption, scopeOf, wholeNumber, type ScopeOptions } from './shared.ts'

interface Page {
  page: number
  limit: number
}

/** What the pages of the app show of a driver or a vehicle; the shape of `--json`. */
interface Shown {
  holder: Holder & HolderFacts
  /** Names in use that contain what was asked for; only if nothing is known of that name itself. */
  suggested: CallOutput<'holders.suggest'>
  cards: CallOutput<'cards.list'>
  past: CallOutput<'holders.past'>
  history: CallOutput<'holders.history'>
}

/** Drivers by name and vehicles by plate, as cards and history know them: there is no register of either. */
export function registerHolders(program: Command, shell: Shell): void {
  const show = (kind: HolderKind, description: string, argument: readonly [name: string, description: string]) =>
    program
      .command(`${kind}s`)
      .description(description)
      .command('show')
      .description(`${description}; in the app, the ${kind}'s page`)
      .argument(...argument)
      .addOption(projectOption())
      .addOption(environmentOption())
      .option('--page <number>', 'page of each list', wholeNumber(1, 2 ** 31), 1)
      .option('--limit <number>', 'rows of each list', wholeNumber(1, MAXIMUM_PAGE_SIZE), 25)
      .action((name: string, { page, limit, ...options }: ScopeOptions & Page) =>
        shell.run(async (work) => {
          const scope = await scopeOf(work, options)
          const shown = await readHolder(work, scope, { kind, name }, { page, limit })
          const numbers = await numbersOf(work, scope, shown)
          work.print(shown, () => describeHolder(shown, numbers, { page, limit }))
        }),
      )
  examples(
    show('driver', "a driver's cards, former cards, history and other spellings", [
      '<name>',
      'the complete name, in small letters or capitals',
    ]),
    ['drivers show "Anna Berger"', 'drivers show "Anna Berger" --environment production --json'],
  )
  examples(
    show('vehicle', "a vehicle's cards, former cards, history and ways to write its plate", [
      '<plate>',
      'the licence plate; spaces and hyphens are ignored',
    ]),
    ['vehicles show "B-FL 2041"'],
  )
}

async function readHolder(work: Work, scope: ProjectScope, holder: Holder, page: Page): Promise<Shown> {
  const asked = { ...scope, ...holder }
  const facts = await work.call('holders.get', asked)
  const past = await work.call('holders.past', { ...asked, ...page })
  const isKnown = facts.cards > 0 || past.total > 0
  return {
    holder: { kind: holder.kind, ...facts },
    suggested: isKnown ? [] : await work.call('holders.suggest', { ...scope, kind: holder.kind, typed: holder.name }),
    cards: await work.call('cards.list', { ...scope, query: { ...cardsOfHolder(holder), ...page } }),
    past,
    history: await work.call('holders.history', { ...asked, ...page }),
  }
}

/** The numbers of the cards that former cards and history name by their IDs; some are gone. */
async function numbersOf(work: Work, scope: ProjectScope, { past, history }: Shown): Promise<Map<string, string>> {
  const ids = [...past.docs.map(({ cardId }) => cardId), ...history.docs.flatMap(({ target }) => target.id ?? [])]
  const cardIds = [...new Set(ids)]
  const names = []
  for (let from = 0; from < cardIds.length; from += MAXIMUM_PAGE_SIZE)
    names.push(
      ...(await work.call('cards.names', { ...scope, cardIds: cardIds.slice(from, from + MAXIMUM_PAGE_SIZE) })),
    )
  return new Map(names.map(({ id, cardNumber }) => [id, groupedNumber(cardNumber)]))
}

function describeHolder(shown: Shown, numbers: ReadonlyMap<string, string>, page: Page): string {
  const { holder, suggested, cards, past, history } = shown
  const isDriver = holder.kind === 'driver'
  const numberOf = (cardId: string | null) => numbers.get(cardId ?? '') ?? 'a card that is gone'
  const others = holder.written.filter(({ name }) => name !== holder.name)
  const spelled = (words: string, names: HolderFacts['similar']) =>
    names.length === 0
      ? ''
      : `${style.dim(words)} ${names.map(({ name, cards: used }) => `${name} (${count(used)})`).join(', ')}\n`
  return [
    `${style.bold(holder.name)} · ${isDriver ? 'driver' : 'vehicle'} of ${counted(holder.cards, 'card')}, ${count(holder.active)} active\n`,
    spelled('Also written', others),
    spelled('Similar, perhaps the same:', holder.similar),
    spelled('Did you mean:', suggested),
    section('Cards', cards, page, () =>
      table(
        ['Card', 'Status', isDriver ? 'Plate' : 'Driver', 'Valid until', 'Id'],
        cards.docs.map((card) => [
          groupedNumber(card.cardNumber),
          statusWords(card),
          isDriver ? card.licensePlate : card.driver,
          day(card.expirationDate),
          card.id,
        ]),
        'None.',
      ),
    ),
    section('Former cards', past, page, () =>
      table(
        ['Card', 'From (UTC)', 'Until (UTC)', 'Changed by'],
        past.docs.map(({ cardId, since, until, by }) => [
          numberOf(cardId),
          shortTime(since),
          shortTime(until),
          by.name,
        ]),
        'None.',
      ),
    ),
    section('History', history, page, () =>
      table(
        ['Time (UTC)', 'Who', 'From', 'Action', 'Card', 'Reason'],
        history.docs.map((entry) => [
          shortTime(entry.time),
          entry.actor.name,
          entry.channel,
          entry.action,
          numberOf(entry.target.id),
          entry.reason,
        ]),
        'Nothing yet.',
      ),
    ),
  ].join('')
}

/** A list below its heading, and where the rest of it is. */
function section(
  title: string,
  { docs, total }: { docs: readonly unknown[]; total: number },
  { page, limit }: Page,
  rows: () => string,
): string {
  const from = (page - 1) * limit
  const more = from + docs.length < total ? `; more with --page ${page + 1}` : ''
  const place =
    docs.length === 0 || docs.length === total
      ? ''
      : style.dim(`${count(from + 1)}–${count(from + docs.length)} of ${count(total)}${more}\n`)
  return `\n${style.bold(title)}\n${docs.length === 0 && total > 0 ? `${count(total)} in all, none on page ${page}.\n` : rows()}${place}`
}
