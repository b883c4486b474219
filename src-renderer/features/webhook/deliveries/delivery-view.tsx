import { Box, Tabs } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { DeliveryDetail, Webhook } from '../../../../src-main/domain/webhook.ts'
import { CardNames } from '../../../client/card-names.tsx'
import { CopyButton } from '../../../components/button/copy-button.tsx'
import { Countdown } from '../../../components/text/countdown.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { text } from '../../../locales/messages.ts'
import { useHeld } from '../../shell/use-held.ts'
import { useAheadMs } from '../environment-time.ts'
import { AttemptResponse, AttemptRequest } from './attempt-sides.tsx'
import { DeliveryCard } from './delivery-card.tsx'
import { DeliveryFoot } from './delivery-foot.tsx'
import log from './deliveries.module.css'
import styles from './drawer.module.css'

/** The facts of a delivery, then request and response side by side. */
export function DeliveryView({
  delivery,
  webhook,
  ...place
}: ProjectScope & { delivery: DeliveryDetail; webhook: Webhook | null }) {
  const aheadMs = useAheadMs(place.environment)
  const held = useHeld(place.environment)
  const { attempts } = delivery
  // The newest, until another is chosen.
  const [chosen, setChosen] = useState<number | null>(null)
  const attempt = attempts.find(({ number }) => number === chosen) ?? attempts.at(-1) ?? null
  return (
    <>
      <div className={styles.facts}>
        <span className={styles.fact}>
          {text(`delivery.trigger.${delivery.trigger}`)} · <Moment value={delivery.createdAt} aheadMs={aheadMs} />
        </span>
        {delivery.cardId !== null && (
          <CardNames {...place} cardIds={[delivery.cardId]}>
            <DeliveryCard cardId={delivery.cardId} whole />
          </CardNames>
        )}
        <span className={styles.fact}>
          <code>{delivery.eventId}</code>
          <CopyButton value={delivery.eventId} label={text('delivery.copyEvent')} />
        </span>
        {delivery.nextAttemptAt !== null && (
          <Box component="span" c="var(--status-pending-ink)" fw={500}>
            {held ? text('hold.planned') : text('delivery.next')}{' '}
            {!held && <Countdown to={delivery.nextAttemptAt} aheadMs={aheadMs} />}
          </Box>
        )}
      </div>
      {attempts.length > 1 && (
        <Tabs flex="none" value={String(attempt?.number)} onChange={(number) => setChosen(Number(number))}>
          <Tabs.List aria-label={text('delivery.attempts')}>
            {attempts.map(({ number, statusCode }) => (
              <Tabs.Tab
                key={number}
                value={String(number)}
                leftSection={<span className={isFine(statusCode) ? log.dotArrived : log.dotFailed} />}
              >
                {text('delivery.attempt', { number })} · {statusCode ?? text('delivery.noAnswer')}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      <div
        className={styles.sides}
        role={attempts.length > 1 ? 'tabpanel' : undefined}
        aria-label={attempts.length > 1 ? text('delivery.attempt', { number: attempt?.number ?? 1 }) : undefined}
      >
        <AttemptRequest attempt={attempt} body={delivery.body} aheadMs={aheadMs} />
        <AttemptResponse attempt={attempt} status={delivery.status} />
      </div>
      <DeliveryFoot {...place} delivery={delivery} webhook={webhook} aheadMs={aheadMs} />
    </>
  )
}

function isFine(statusCode: number | null): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300
}
