import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import type { ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { useService } from '../../../client/client-context.tsx'
import { DrawerFrame } from '../../../components/overlay/drawer-frame.tsx'
import { ErrorMessage, StateMessage } from '../../../components/feedback/state-message.tsx'
import { plural, text } from '../../../locales/messages.ts'
import { closeCard } from '../card-place.ts'
import { ActivateForm } from './activate-form.tsx'
import { useActivateQueue } from './activate-queue.ts'
import { StackSearch } from './stack-search.tsx'
import styles from '../drawer/drawer.module.css'

interface ActivateFlowProps extends ProjectScope {
  firstId: string
}

/** A stack of new cards, one after the other: plate, driver, Enter, next. */
export function ActivateFlow({ projectId, environment, firstId }: ActivateFlowProps) {
  const { client } = useService()
  // The stack is fixed when its first card opens; the address no longer changes.
  const [startId] = useState(firstId)
  const { card, position, total, remaining, state, error, next, find, retry } = useActivateQueue(
    client,
    { projectId, environment },
    startId,
  )
  const [done, setDone] = useState(0)
  const after = (saved: ShownCard) => {
    setDone((count) => count + 1)
    next(saved.id)
  }
  const where = card !== null && total > 1 && (
    <>
      <Box component="span" ms="sm" c="dimmed" fz="sm" role="status">
        {text('activate.position', { position, total })}
      </Box>
      <StackSearch onFind={find} />
    </>
  )
  return (
    <DrawerFrame
      toFill
      closeLabel={text('card.close')}
      onClose={closeCard}
      title={text('activate.title')}
      beside={where}
    >
      {error !== null && <ErrorMessage title={text('card.error.title')} error={error} onRetry={retry} />}
      {card !== null && (
        <ActivateForm
          key={card.id}
          card={card}
          isLast={remaining <= 1}
          onDone={after}
          onSkip={() => next(card.id)}
          onScan={find}
        />
      )}
      {state === 'ended' && (
        <div className={styles.done}>
          <StateMessage
            icon="circleCheck"
            title={text(done === 0 ? 'activate.none.title' : 'activate.done.title')}
            text={done === 0 ? text('activate.none.text') : plural('activate.done', done)}
          >
            <Button autoFocus variant="default" onClick={closeCard}>
              {text('close')}
            </Button>
          </StateMessage>
        </div>
      )}
    </DrawerFrame>
  )
}
