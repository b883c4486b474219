import { Text, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { DriftedCard, DriftResolution } from '../../../../src-main/domain/sync/provider.ts'
import type { ErrorWords } from '../../../client/error-words.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { cardTail } from '../../../components/text/card-text.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { Icon } from '../../../components/icon.tsx'
import { plural, text } from '../../../locales/messages.ts'
import { DriftTable } from '../../cards/drawer/drift-table.tsx'
import { consequenceOf } from './consequence.ts'
import styles from './drift.module.css'

interface ResolveDialogProps {
  projectId: string
  resolution: DriftResolution
  /** The cards by name; null for all that there are. */
  cards: readonly DriftedCard[] | null
  count: number
  busy: boolean
  problem: ErrorWords | null
  onSubmit: () => void
  onClose: () => void
}

/**
 * Confirms whose values count, by the effect on fuel. For many real cards a person types the number, so that it is
 * never an accident.
 */
export function ResolveDialog({
  projectId,
  resolution,
  cards,
  count,
  busy,
  problem,
  onSubmit,
  onClose,
}: ResolveDialogProps) {
  const [typed, setTyped] = useState('')
  const [one, ...others] = cards ?? []
  const single = one !== undefined && others.length === 0 ? one : null
  const right = single !== null || typed.trim() === String(count)
  const title =
    single === null
      ? plural(`drift.${resolution}.title`, count)
      : text(`resolve.${resolution}.title`, { number: cardTail(single.cardNumber) })
  return (
    <FormDialog
      title={title}
      action={single === null ? plural(`drift.${resolution}.many`, count) : text(`drift.${resolution}.do`)}
      disabled={!right}
      busy={busy}
      problem={problem}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {single === null ? (
        <>
          <Text size="sm">{text(`drift.${resolution}.text`)}</Text>
          <ManyFlow cards={cards} resolution={resolution} />
          <TextInput
            data-autofocus
            label={text('drift.type', { count })}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </>
      ) : (
        <>
          <OneFlow projectId={projectId} card={single} resolution={resolution} />
          <DriftTable drift={single} />
          {resolution === 'theirs' && <Text size="sm">{text('resolve.theirs.final')}</Text>}
        </>
      )}
    </FormDialog>
  )
}

function OneFlow({
  projectId,
  card,
  resolution,
}: {
  projectId: string
  card: DriftedCard
  resolution: DriftResolution
}) {
  const consequence = consequenceOf(card, resolution)
  if (consequence === 'flows') {
    return (
      <Warning words={text(`resolve.${resolution}.flows`)}>
        <DisableReason projectId={projectId} cardId={card.cardId} />
      </Warning>
    )
  }
  return (
    <Text size="sm">
      {text(
        resolution === 'ours'
          ? 'drift.ours.hint'
          : consequence === 'stops'
            ? 'resolve.theirs.stops'
            : 'resolve.theirs.values',
      )}
    </Text>
  )
}

/** Why the card was disabled. */
function DisableReason({ projectId, cardId }: { projectId: string; cardId: string }) {
  const { value } = useQuery('audit.list', {
    kind: 'production',
    projectId,
    targetId: cardId,
    action: 'card.disable',
    limit: 1,
  })
  const reason = value?.docs[0]?.reason ?? null
  return reason === null ? null : <p>{text('resolve.reason', { reason })}</p>
}

function ManyFlow({ cards, resolution }: { cards: readonly DriftedCard[] | null; resolution: DriftResolution }) {
  if (cards === null) return <Warning words={text(`resolve.${resolution}.flows.all`)} />
  const flowing = cards.filter((card) => consequenceOf(card, resolution) === 'flows').length
  return flowing === 0 ? null : <Warning words={plural('resolve.flows.many', flowing)} />
}

function Warning({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <div className={styles.warning}>
      <Icon name="alert" size={16} />
      <div>
        <p>{words}</p>
        {children}
      </div>
    </div>
  )
}
