import { Drawer } from '@mantine/core'
import { useState } from 'react'
import type { ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { useLayer } from '../../../layers.ts'
import '../../../locales/later-words.ts'
import { text } from '../../../locales/messages.ts'
import { closeCard, useOpenCard, type CardTask } from '../card-place.ts'
import { ActivateFlow } from '../activate/activate-flow.tsx'
import type { Steps } from '../use-steps.ts'
import { CardView } from './card-view.tsx'
import { StepButtons, type Direction } from './step-buttons.tsx'
import styles from './drawer.module.css'

interface CardDrawerProps extends ProjectScope {
  /** The cards of the list, shown at once while the newest state loads. */
  known: readonly ShownCard[]
  /** To the cards beside it; without, the list has no order to follow. */
  steps?: Steps
}

/** One card over the list, named by the address. */
export function CardDrawer({ projectId, environment, known, steps }: CardDrawerProps) {
  const open = useOpenCard()
  // Keeps its content while it slides away.
  const [last, setLast] = useState(open)
  if (open !== null && (open.cardId !== last?.cardId || open.task !== last.task)) setLast(open)
  const shown: { cardId: string; task: CardTask | null } | null = open ?? last
  const [came, setCame] = useState<Direction | null>(null)
  const place = { projectId, environment }
  const layer = useLayer(open !== null, 'drawer')
  return (
    <Drawer.Root {...layer} opened={open !== null} onClose={closeCard} position="right" size="30rem">
      <Drawer.Overlay />
      <Drawer.Content
        classNames={{ content: styles.drawer ?? '' }}
        aria-label={text(shown?.task === 'activate' || shown?.task === 'stack' ? 'activate.title' : 'card.tab.details')}
      >
        {shown?.task === 'stack' && <ActivateFlow {...place} firstId={shown.cardId} />}
        {shown !== null && shown.task !== 'stack' && (
          <CardView
            key={shown.cardId}
            {...place}
            cardId={shown.cardId}
            known={known.find(({ id }) => id === shown.cardId) ?? null}
            task={shown.task}
            beside={
              steps !== undefined && shown.task === null && <StepButtons steps={steps} came={came} onStep={setCame} />
            }
          />
        )}
      </Drawer.Content>
    </Drawer.Root>
  )
}
