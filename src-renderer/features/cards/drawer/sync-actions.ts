import { useState } from 'react'
import type { Card } from '../../../../src-main/domain/card.ts'
import type { DriftResolution } from '../../../../src-main/domain/sync/provider.ts'
import type { CallResult } from '../../../../src-preload/contract.ts'
import { useService } from '../../../client/client-context.tsx'
import { errorWords, type ErrorWords } from '../../../client/error-words.ts'
import { cardTail } from '../../../components/text/card-text.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { useFollowSent } from '../../sync/sent-again.ts'

interface SyncActions {
  busy: boolean
  problem: ErrorWords | null
  /** Sends the refused change again. */
  retry: () => void
  /** Resolves to whether it succeeded. */
  resolve: (resolution: DriftResolution) => Promise<boolean>
}

/** The ways to bring a card and the provider back in sync. */
export function useSyncActions(card: Card): SyncActions {
  const { client, data } = useService()
  const { projectId, id } = card
  const follow = useFollowSent(projectId)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ErrorWords | null>(null)
  const run = async (call: () => Promise<CallResult<'sync.retry' | 'drift.resolve'>>, done: string, sent: boolean) => {
    setBusy(true)
    setProblem(null)
    const result = await call()
    setBusy(false)
    data.invalidate(['cards.list', 'cards.get', 'drift.list', 'sync.pushes', 'sync.state', 'audit.list'])
    if (!result.ok) {
      setProblem(errorWords(result.error))
      return false
    }
    const [refusal] = result.value.refused
    if (refusal !== undefined) {
      setProblem(errorWords({ ...refusal, requestId: refusal.cardId }))
      return false
    }
    showToast(sent ? 'sent' : 'done', done)
    if (sent) follow([{ cardId: id, cardNumber: card.cardNumber }])
    return true
  }
  const number = cardTail(card.cardNumber)
  return {
    busy,
    problem,
    retry: () =>
      void run(
        () => client.call('sync.retry', { projectId, cardIds: [id] }),
        text('card.sync.retried', { number }),
        true,
      ),
    resolve: (resolution) =>
      run(
        () => client.call('drift.resolve', { projectId, cardIds: [id], resolution }),
        text(`card.drift.${resolution}.done`, { number }),
        resolution === 'ours',
      ),
  }
}
