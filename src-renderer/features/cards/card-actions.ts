import type { Card, CardUpdate } from '../../../src-main/domain/card.ts'
import type { CardReason } from '../../../src-main/domain/cards/card-reason.ts'
import type { CallInput, CallResult } from '../../../src-preload/contract.ts'
import { useService } from '../../client/client-context.tsx'
import { framedWords } from '../../client/error-words.ts'
import { cardTail } from '../../components/text/card-text.tsx'
import { settleToasts, showToast, withdrawToasts } from '../../components/feedback/toast-store.ts'
import { formatDay, text } from '../../locales/messages.ts'
import { askFirst, askUntil } from '../consequence/consequence-store.ts'
import { enablingOne } from '../consequence/enabling.tsx'
import { useAhead } from './ahead.ts'
import { followSent } from '../sync/sent-again.ts'

/** The command that an undo takes back. */
export type TakenBack = 'activate' | 'enable' | 'disable' | 'update'

type CardCall = 'cards.activate' | 'cards.enable' | 'cards.disable' | 'cards.update' | 'cards.undo'

/** The commands on a card. Each reports its outcome in a toast with an undo, and resolves to whether it succeeded. */
export interface CardActions {
  activate: (card: Card, values: { licensePlate: string; driver: string }) => Promise<boolean>
  /** Fuel flows again, so it confirms first. */
  enable: (card: Card) => Promise<boolean>
  disable: (card: Card, why: { reason: CardReason | null; note: string; until: string | null }) => Promise<boolean>
  update: (card: Card, values: CardUpdate) => Promise<boolean>
  /**
   * Undoes the card's last command if it is still the named one; confirms first if that enables the
   * card.
   */
  undo: (card: Card, command: TakenBack) => Promise<boolean>
}

const undone = new Set<string>()
/** By card: stops waiting for the provider's outcome of its last command. */
const followed = new Map<string, () => void>()

/** Whether this page's last action on a card was an undo, which cannot be undone itself. */
export function wasUndone(cardId: string): boolean {
  return undone.has(cardId)
}

export function useCardActions(): CardActions {
  const { client, data } = useService()
  const aheadMs = useAhead()
  const run = async <Name extends CardCall>(
    name: Name,
    card: Card,
    input: CallInput<Name>,
    done: (card: Card) => string,
    undo: { label: string; of: TakenBack } | null,
  ) => {
    const result: CallResult<CardCall> = await client.call(name, input)
    data.invalidate(['cards.list', 'cards.get', 'audit.list'])
    if (result.ok) {
      undone.delete(card.id)
      const { value } = result
      const isSent = value.syncStatus === 'pending'
      withdrawToasts(card.id)
      showToast(
        isSent ? 'sent' : 'done',
        isSent ? `${done(value)}. ${text('card.unconfirmed')}` : done(value),
        undo === null ? null : { label: undo.label, run: () => void actions.undo(value, undo.of) },
        card.id,
      )
      if (isSent && value.environment === 'production') follow(value, done(value))
    } else showToast('trouble', framedWords('card.refused', result.error, { number: cardTail(card.cardNumber) }))
    return result.ok
  }
  const follow = (card: Card, words: string) => {
    followed.get(card.id)?.()
    const leave = followSent(
      client,
      card.projectId,
      [{ cardId: card.id, cardNumber: card.cardNumber }],
      ([outcome]) => {
        followed.delete(card.id)
        if (outcome === undefined) return
        if (outcome.failure === null) return settleToasts(card.id, words)
        withdrawToasts(card.id)
        showToast(
          'trouble',
          text('sent.refused', { number: cardTail(card.cardNumber), message: outcome.failure }),
          null,
          card.id,
        )
      },
    )
    followed.set(card.id, leave)
  }
  const at = (card: Card) => ({ projectId: card.projectId, environment: card.environment, cardId: card.id })
  const actions: CardActions = {
    activate: (card, values) =>
      run(
        'cards.activate',
        card,
        { ...at(card), ...values },
        () => text('card.done.activate', { number: cardTail(card.cardNumber), plate: values.licensePlate }),
        { label: text('card.undo.activate'), of: 'activate' },
      ),
    enable: async (card) => {
      const agreed = await askUntil({ ...enablingOne(card), until: { action: 'disable', aheadMs } })
      if (agreed === null) return false
      const undo = { label: text('undo'), of: 'enable' } as const
      return run('cards.enable', card, { ...at(card), ...agreed }, switched('enable'), undo)
    },
    disable: (card, { reason, note, until }) =>
      run(
        'cards.disable',
        card,
        { ...at(card), ...(reason === null ? {} : { reason }), ...(note.trim() === '' ? {} : { note }), until },
        switched('disable'),
        { label: text('undo'), of: 'disable' },
      ),
    update: (card, values) =>
      run(
        'cards.update',
        card,
        { ...at(card), ...values },
        ({ cardNumber }) => text('card.done.update', { number: cardTail(cardNumber) }),
        {
          label: text('undo'),
          of: 'update',
        },
      ),
    // An undo cannot be undone itself.
    undo: async (card, command) => {
      if (command === 'disable' && !(await askFirst(enablingOne(card, 'undo')))) return false
      const done = await run('cards.undo', card, { ...at(card), command }, undoneWords(card), null)
      if (done) undone.add(card.id)
      return done
    },
  }
  return actions
}

/** What was done to a card, and until when; a plan on hold ends nothing by itself. */
function switched(how: 'enable' | 'disable'): (card: Card) => string {
  return ({ cardNumber, plannedChange }) => {
    const number = cardTail(cardNumber)
    return plannedChange === null || plannedChange.held
      ? text(`card.done.${how}`, { number })
      : text(`card.done.${how}Until`, { number, time: formatDay(plannedChange.at) })
  }
}

/** What an undo did: enabled, disabled, or restored plate and driver. What it planned again is said as well. */
function undoneWords(before: Card): (after: Card) => string {
  return (after) =>
    after.status === before.status
      ? text('card.done.update', { number: cardTail(after.cardNumber) })
      : switched(after.status === 'active' ? 'enable' : 'disable')(after)
}
