import { Flex, Text } from '@mantine/core'
import type { BulkJob } from '../../../src-main/domain/cards/bulk.ts'
import type { Card } from '../../../src-main/domain/card.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'
import { CardNumber, cardTail, LicensePlate } from '../../components/text/card-text.tsx'
import { plural, text } from '../../locales/messages.ts'
import type { Consequence } from './consequence-store.ts'
import { PlansBack } from './plans-back.tsx'

/** Fuel flows again on one card: which card, from when, and why it was disabled. */
export function enablingOne(card: Card, how: 'enable' | 'undo' = 'enable'): Consequence {
  const number = cardTail(card.cardNumber)
  return {
    title: text('confirm.enable.title', { number }),
    action: text('confirm.enable.do', { number }),
    said: (
      <>
        <Flex component="p" gap="8px 12px" wrap="wrap" align="center" m={0} fz="md">
          <CardNumber value={card.cardNumber} />
          {card.licensePlate !== null && <LicensePlate value={card.licensePlate} />}
          {card.driver}
        </Flex>
        <Text size="sm">{text(`confirm.enable.${card.environment}`)}</Text>
        <WhyDisabled card={card} />
        {how === 'undo' && <PlansBack {...card} of={{ cardId: card.id }} />}
      </>
    ),
  }
}

/** In practice, the most entries since a card was disabled. */
const LOOKED_AT = 20

function WhyDisabled({ card }: { card: Card }) {
  const { value } = useQuery('audit.list', {
    kind: card.environment,
    projectId: card.projectId,
    targetId: card.id,
    limit: LOOKED_AT,
  })
  const note = value?.docs.find(({ action }) => action === 'card.disable')?.reason ?? null
  const reason = card.reason === null ? null : text(`card.reason.${card.reason}`)
  const words = [reason !== null && note !== null ? text('named', { name: reason }) : reason, note].filter(
    (part) => part !== null,
  )
  return (
    words.length > 0 && (
      <Text size="sm">
        {text('confirm.enable.reason')} <q>{words.join(' ')}</q>
      </Text>
    )
  )
}

/** The words for many cards, shared with the bulk dialog. */
export function enablingWords(environment: EnvironmentName, count: number): string {
  return plural(`confirm.enableMany.${environment}`, count)
}

/** The cards on which undoing or retrying a job lets fuel flow again; null if none. */
export function enablingJob(job: BulkJob, environment: EnvironmentName, how: 'undo' | 'retry'): Consequence | null {
  const lets =
    how === 'undo'
      ? job.command === 'disable' || job.handsOver > 0
      : job.command === 'enable' || job.command === 'activate'
  if (!lets) return null
  const enabled = job.handsOver > 0 ? Math.min(job.handsOver, job.succeeded) : job.succeeded
  const count = how === 'undo' ? enabled : job.failed
  return {
    title: plural(`confirm.${how}.title`, count),
    action: plural(`confirm.${how}.do`, count),
    said: (
      <>
        <Text size="sm">{enablingWords(environment, count)}</Text>
        {how === 'undo' && job.handsOver > 0 && <Text size="sm">{text('confirm.undo.handedOver')}</Text>}
        {how === 'undo' && <PlansBack projectId={job.projectId} environment={environment} of={{ jobId: job.id }} />}
        {how === 'undo' && <Text size="sm">{text('confirm.undo.changed')}</Text>}
      </>
    ),
    ...(environment === 'production' ? { count } : {}),
  }
}
