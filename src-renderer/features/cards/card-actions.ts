import type { Card } from '../../../src-main/domain/card.ts'
import type { CallInput, CallResult } from '../../../src-preload/contract.ts'
import { useService } from '../../client/client-context.tsx'
import { errorWords } from '../../client/error-words.ts'
import { tell } from '../../components/toast-store.ts'
import { text } from '../../locales/messages.ts'

type CardCall = 'cards.activate' | 'cards.enable' | 'cards.disable' | 'cards.update'

/** What can be done to a card. Each tells the outcome in a toast, with the way back, and answers whether it was done. */
export interface CardActions {
  activate: (card: Card, values: { licensePlate: string; driver: string }) => Promise<boolean>
  enable: (card: Card) => Promise<boolean>
  disable: (card: Card, reason?: string) => Promise<boolean>
  update: (card: Card, values: { licensePlate: string; driver: string }) => Promise<boolean>
}

/** The last digits, as people read them to each other. */
export function shortNumber(cardNumber: string): string {
  return `… ${cardNumber.slice(-6)}`
}

export function useCardActions(): CardActions {
  const { client, data } = useService()
  const run = async <Name extends CardCall>(name: Name, card: Card, input: CallInput<Name>, done: string, undo: { label: string; run: () => void } | null) => {
    const result: CallResult<Name> = await client.call(name, input)
    data.invalidate(['cards.list', 'cards.get', 'audit.list'])
    if (result.ok) tell('done', done, undo)
    else tell('trouble', text('card.refused', { number: shortNumber(card.cardNumber), message: errorWords(result.error) }))
    return result.ok
  }
  const at = (card: Card) => ({ projectId: card.projectId, environment: card.environment, cardId: card.id })
  const actions: CardActions = {
    activate: (card, values) => {
      const done = text('card.done.activate', { number: shortNumber(card.cardNumber), plate: values.licensePlate })
      return run('cards.activate', card, { ...at(card), ...values }, done, { label: text('card.undo.activate'), run: () => void actions.disable(card) })
    },
    enable: (card) => run('cards.enable', card, at(card), text('card.done.enable', { number: shortNumber(card.cardNumber) }), { label: text('undo'), run: () => void actions.disable(card) }),
    disable: (card, reason = '') => {
      const input = { ...at(card), ...(reason.trim() === '' ? {} : { reason }) }
      return run('cards.disable', card, input, text('card.done.disable', { number: shortNumber(card.cardNumber) }), { label: text('undo'), run: () => void actions.enable(card) })
    },
    update: (card, values) => {
      const before = { licensePlate: card.licensePlate ?? '', driver: card.driver ?? '' }
      const done = text('card.done.update', { number: shortNumber(card.cardNumber) })
      return run('cards.update', card, { ...at(card), ...values }, done, { label: text('undo'), run: () => void actions.update({ ...card, ...values }, before) })
    },
  }
  return actions
}
