import { Tabs } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { useQuery, useService } from '../../../client/client-context.tsx'
import { useRights } from '../../../client/rights.tsx'
import { cardTail } from '../../../components/text/card-text.tsx'
import { DrawerFrame } from '../../../components/overlay/drawer-frame.tsx'
import { CopyButton } from '../../../components/button/copy-button.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { CardDetails } from './card-details.tsx'
import { CardEvents } from './card-events.tsx'
import { closeCard, openCard, type CardTask } from '../card-place.ts'
import { findInHand } from '../in-hand.ts'
import { ActivateForm } from '../activate/activate-form.tsx'
import { CardFoot } from './card-foot.tsx'
import { CardTimeline } from './card-timeline.tsx'
import { PhysicalCard } from './physical-card.tsx'
import styles from './drawer.module.css'

interface CardViewProps extends ProjectScope {
  cardId: string
  known: ShownCard | null
  task: CardTask | null
  /** Left of *Close*. */
  beside?: ReactNode
}

/** A card's values, history and possible actions; or, on request, the form that activates it. */
export function CardView({ projectId, environment, cardId, known, task: asked, beside }: CardViewProps) {
  const { refusal } = useRights()
  // An address asks for more than a role may allow.
  const task = asked === 'activate' || asked === 'disable' ? (refusal(`cards.${asked}`) === null ? asked : null) : asked
  const { value, error, reload } = useQuery('cards.get', { projectId, environment, cardId })
  const [tab, setTab] = useState<string | null>('details')
  const card = value ?? known
  if (task === 'activate' && error === null && (card === null || card.status === 'new'))
    return <ActivateOne projectId={projectId} environment={environment} card={card} />
  return (
    <DrawerFrame
      toFill={task === 'disable'}
      closeLabel={text('card.close')}
      onClose={closeCard}
      actions={beside}
      title={text('card.title', { number: card === null ? '' : cardTail(card.cardNumber) })}
      beside={card !== null && <CopyButton value={card.cardNumber} label={text('card.copyNumber')} />}
    >
      {error !== null && <ErrorMessage title={text('card.error.title')} error={error} onRetry={reload} />}
      {card !== null && error === null && (
        <>
          <div className={styles.body}>
            <PhysicalCard card={card} />
            <Tabs value={tab} onChange={setTab} keepMounted={false}>
              <Tabs.List>
                <Tabs.Tab value="details">{text('card.tab.details')}</Tabs.Tab>
                <Tabs.Tab value="timeline">{text('card.tab.timeline')}</Tabs.Tab>
                <Tabs.Tab value="events">{text('card.tab.events')}</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="details">
                <CardDetails card={card} />
              </Tabs.Panel>
              <Tabs.Panel value="timeline">
                <CardTimeline card={card} />
              </Tabs.Panel>
              <Tabs.Panel value="events">
                <CardEvents card={card} />
              </Tabs.Panel>
            </Tabs>
          </div>
          <CardFoot card={card} disabling={task === 'disable'} />
        </>
      )}
    </DrawerFrame>
  )
}

/**
 * Activates the picked card and no other; then the card itself is shown, active. Only a person who says that it is one
 * of a stack comes to the next.
 */
function ActivateOne({ card, ...place }: ProjectScope & { card: ShownCard | null }) {
  const { client } = useService()
  const [stack, setStack] = useState(false)
  const scan = async (digits: string) => {
    const found = await findInHand(client, place, digits, 'new')
    if (found !== null) openCard(found.id, 'activate')
    return found !== null
  }
  return (
    <DrawerFrame toFill closeLabel={text('card.close')} onClose={closeCard} title={text('activate.title')}>
      {card !== null && (
        <ActivateForm
          card={card}
          isLast={!stack}
          onDone={({ id }) => openCard(id, stack ? 'stack' : null)}
          onScan={scan}
          stack={{ chosen: stack, onChoose: setStack }}
        />
      )}
    </DrawerFrame>
  )
}
