import { Text } from '@mantine/core'
import type { Card } from '../../../../src-main/domain/card.ts'
import type { CallOutput, CrossedError } from '../../../../src-preload/contract.ts'
import { useService } from '../../../client/client-context.tsx'
import { errorWords } from '../../../client/error-words.ts'
import { settleToasts, showToast, withdrawToasts } from '../../../components/feedback/toast-store.ts'
import { CardInLine } from '../../../components/text/card-in-line.tsx'
import { cardTail } from '../../../components/text/card-text.tsx'
import { expiryText as words } from '../../../locales/expiry/words.ts'
import { text } from '../../../locales/messages.ts'
import { askFirst, type Consequence } from '../../consequence/consequence-store.ts'
import { PlansBack } from '../../consequence/plans-back.tsx'
import { followSent } from '../../sync/sent-again.ts'

export type HandedOver = CallOutput<'cards.handOver'>

export interface HandOverActions {
  /** Hands over and reports it in a toast with an undo; resolves with both cards, or why it was refused. */
  handOver: (old: Card, fresh: Card, onUndone?: () => void) => Promise<HandedOver | CrossedError>
  /** The card that was replaced can be used again, so it confirms first; resolves with whether it was taken back. */
  undo: (pair: HandedOver) => Promise<boolean>
  /** The same from either card, given the other one's ID. */
  undoOf: (card: Card, partnerId: string) => Promise<void>
}

const STALE = ['cards.list', 'cards.get', 'cards.replacements', 'cards.expiryPeriods', 'audit.list'] as const

export function useHandOver(): HandOverActions {
  const { client, data } = useService()
  const place = ({ projectId, environment }: Card) => ({ projectId, environment })
  const report = (said: string, pair: HandedOver, action: { label: string; run: () => void } | null) => {
    const both = [pair.card, pair.replaced]
    const about = pair.replaced.id
    const isSent = both.some(({ syncStatus, environment }) => syncStatus === 'pending' && environment === 'production')
    for (const { id } of both) withdrawToasts(id)
    showToast(isSent ? 'sent' : 'done', isSent ? `${said}. ${text('card.unconfirmed')}` : said, action, about)
    if (!isSent) return
    const sent = both.map(({ id, cardNumber }) => ({ cardId: id, cardNumber }))
    followSent(client, pair.card.projectId, sent, (outcomes) => {
      const failed = outcomes.filter(({ failure }) => failure !== null)
      if (failed.length === 0) return settleToasts(about, said)
      withdrawToasts(about)
      for (const { cardNumber, failure } of failed)
        showToast('trouble', text('sent.refused', { number: cardTail(cardNumber), message: failure ?? '' }))
    })
  }
  const numbers = ({ card, replaced }: HandedOver) => ({
    old: cardTail(replaced.cardNumber),
    new: cardTail(card.cardNumber),
  })
  const actions: HandOverActions = {
    handOver: async (old, fresh, onUndone) => {
      const result = await client.call('cards.handOver', { ...place(old), cardId: fresh.id, replacesCardId: old.id })
      data.invalidate(STALE)
      if (!result.ok) return result.error
      const pair = result.value
      const undo = async () => {
        if (await actions.undo(pair)) onUndone?.()
      }
      report(words('done', numbers(pair)), pair, { label: words('undo'), run: () => void undo() })
      return pair
    },
    undo: async (pair) => {
      if (!(await askFirst(takingBack(pair)))) return false
      const undone = await client.call('cards.undo', {
        ...place(pair.card),
        cardId: pair.replaced.id,
        command: 'disable',
      })
      data.invalidate(STALE)
      if (!undone.ok) {
        showToast('trouble', errorWords(undone.error))
        return false
      }
      const card = await client.call('cards.get', { ...place(pair.card), cardId: pair.card.id })
      report(words('undone', numbers(pair)), { replaced: undone.value, card: card.ok ? card.value : pair.card }, null)
      return true
    },
    undoOf: async (card, partnerId) => {
      const [here, there] = await Promise.all(
        [card.id, partnerId].map((cardId) => client.call('cards.get', { ...place(card), cardId })),
      )
      if (here?.ok !== true || there?.ok !== true) return
      // The one in use is the new card.
      const isNew = here.value.replacesCardId === partnerId
      await actions.undo(
        isNew ? { card: here.value, replaced: there.value } : { card: there.value, replaced: here.value },
      )
    },
  }
  return actions
}

/** The old card can be used again, and the new one no longer. */
function takingBack({ card, replaced }: HandedOver): Consequence {
  const numbers = { old: cardTail(replaced.cardNumber), new: cardTail(card.cardNumber) }
  return {
    title: words('undo.title'),
    action: words('undo.do', numbers),
    said: (
      <>
        <CardInLine card={replaced} />
        <Text size="sm">
          {words('undo.text', numbers)} {words(`undo.${card.environment}`)}
        </Text>
        <PlansBack {...replaced} of={{ cardId: replaced.id }} />
      </>
    ),
  }
}

export function isHandedOver(outcome: HandedOver | CrossedError): outcome is HandedOver {
  return 'replaced' in outcome
}
