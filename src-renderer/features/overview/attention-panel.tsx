import { Permitted } from '../../components/button/permitted.tsx'
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { EnvironmentName, ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { framedWords } from '../../client/error-words.ts'
import { useCall } from '../../client/use-call.ts'
import { toneStyle } from '../../components/badge/state-badge.tsx'
import { CardNumber } from '../../components/text/card-text.tsx'
import { Icon } from '../../components/icon.tsx'
import { Moment } from '../../components/text/moment.tsx'
import { ButtonLink } from '../../components/button/button-link.tsx'
import { PlaceLink } from '../../components/text/place-link.tsx'
import { Problem } from '../../components/feedback/problem.tsx'
import { showToast } from '../../components/feedback/toast-store.ts'
import { text } from '../../locales/messages.ts'
import type { Params, ScreenName } from '../../place.ts'
import { ReleaseDialog } from '../shell/release-dialog.tsx'
import { useFollowSent } from '../sync/sent-again.ts'
import { useAheadMs } from '../webhook/environment-time.ts'
import { ATTENTION_ICONS, attentionDetail, attentionReason, attentionTitle } from './attention-words.ts'
import { weekBegins, type Attention, type Overview } from './overview-figures.ts'
import { Nothing, Panel, Skeleton } from './panel.tsx'
import styles from './overview.module.css'

interface AttentionPanelProps {
  overview: Overview | undefined
  projectId: string
  environment: EnvironmentName
}

/** Not urgent; everything else has failed. */
const PATIENT = new Set<Attention['kind']>(['drift', 'held', 'no_provider'])
/** Where the tile's number leads. */
export const ATTENTION_PANEL = 'attention'

/** What needs attention, each with what to do about it. */
export function AttentionPanel({ overview, ...place }: AttentionPanelProps) {
  return (
    <Panel id={ATTENTION_PANEL} title={text('overview.needsAttention')}>
      {overview === undefined && <Skeleton rows={4} size="row" />}
      {overview?.attention.length === 0 && (
        <Nothing>
          <Group gap="sm" wrap="nowrap">
            <Icon name="circleCheck" tone="active" />
            {text('overview.needsAttention.none')}
          </Group>
        </Nothing>
      )}
      {overview !== undefined && overview.attention.length > 0 && (
        <Box component="ul" mt={-4} mb={-8}>
          {overview.attention.map((entry) => (
            <Row key={`${entry.kind} ${entry.cardId ?? ''}`} entry={entry} since={weekBegins(overview)} {...place} />
          ))}
        </Box>
      )}
    </Panel>
  )
}

interface RowProps {
  entry: Attention
  /** The first day of which failed deliveries are counted. */
  since: string | undefined
  projectId: string
  environment: EnvironmentName
}

function Row({ entry, ...place }: RowProps) {
  const reason = attentionReason(entry)
  const aheadMs = useAheadMs(place.environment)
  return (
    <li className={styles.attentionRow}>
      <span className={styles.mark} style={toneStyle(PATIENT.has(entry.kind) ? 'pending' : 'failed')}>
        <Icon name={ATTENTION_ICONS[entry.kind]} size={16} />
      </span>
      <Stack gap={1} miw={0} fz="sm" className={styles.words}>
        <Group component="span" gap="2px 10px" fw={500}>
          {attentionTitle(entry)}
          {entry.cardId !== null && entry.cardNumber !== null && (
            <PlaceLink
              screen="cards"
              params={{ sync: 'failed', card: entry.cardId }}
              label={text('cards.open', { number: entry.cardNumber })}
            >
              <CardNumber value={entry.cardNumber} />
            </PlaceLink>
          )}
        </Group>
        {reason !== null && (
          <Text component="span" c="dimmed" fz="xs" title={attentionDetail(entry)}>
            {reason}
          </Text>
        )}
      </Stack>
      <Text component="span" c="dimmed" fz="xs" className={styles.since}>
        {entry.at !== null && <Moment value={entry.at} aheadMs={aheadMs} />}
      </Text>
      <Action entry={entry} {...place} />
    </li>
  )
}

function Action({ entry: { kind, cardId, cardNumber, message }, since, projectId, environment }: RowProps) {
  switch (kind) {
    case 'card_failed':
      if (cardId !== null && environment === 'production')
        return <SendAgain projectId={projectId} cardId={cardId} cardNumber={cardNumber ?? ''} />
      return cardId === null ? (
        <Go screen="cards" params={{ sync: 'failed' }} words={text('attention.do.show')} />
      ) : (
        <Go screen="cards" params={{ sync: 'failed', card: cardId }} words={text('attention.do.card')} />
      )
    case 'webhook_disabled':
      // A receiver that is gone or a lost secret needs more than a switch.
      if (message !== 'manual' && message !== 'failing')
        return <Go screen="webhook" params={{}} words={text('attention.do.show')} />
      return <EnableWebhook projectId={projectId} environment={environment} />
    case 'delivery_failed':
      return (
        <Go
          screen="webhook"
          params={{ status: 'failed', ...(since === undefined ? {} : { since }) }}
          words={text('attention.do.show')}
        />
      )
    case 'held':
      return <Release environment={environment} />
    case 'no_provider':
      return <Go screen="sync" params={{ do: 'connect' }} words={text('attention.do.connect')} />
    case 'drift':
      return <Go screen="sync" params={{ tab: 'drift' }} words={text('attention.do.resolve')} />
    case 'sync_failing':
      return <Go screen="sync" params={{}} words={text('attention.do.show')} />
  }
}

function Go({ screen, params, words }: { screen: ScreenName; params: Params; words: string }) {
  return (
    <ButtonLink screen={screen} params={params} small>
      {words}
    </ButtonLink>
  )
}

/** Sends a refused change again. */
function SendAgain({ projectId, cardId, cardNumber }: { projectId: string; cardId: string; cardNumber: string }) {
  const follow = useFollowSent(projectId)
  const retry = useCall(
    'sync.retry',
    ['overview.get', 'cards.list', 'cards.get', 'sync.pushes', 'sync.state'],
    ({ refused: [refusal] }) => {
      if (refusal === undefined) {
        showToast('sent', text('attention.retried'))
        follow([{ cardId, cardNumber }])
      } else showToast('trouble', framedWords('attention.refused', { ...refusal, requestId: cardId }))
    },
  )
  return (
    <Stack gap="xs" align="flex-end">
      <Permitted call="sync.retry">
        <Button
          variant="default"
          size="compact-sm"
          loading={retry.busy}
          onClick={() => retry.run({ projectId, cardIds: [cardId] })}
        >
          {text('push.retry')}
        </Button>
      </Permitted>
      <Problem words={retry.problem} />
    </Stack>
  )
}

function EnableWebhook(place: ProjectScope) {
  const enable = useCall('webhook.enable', ['webhook.get', 'overview.get', 'audit.list'], () =>
    showToast('done', text('attention.webhook.enabled')),
  )
  return (
    <Stack gap="xs" align="flex-end">
      <Permitted call="webhook.enable">
        <Button variant="default" size="compact-sm" loading={enable.busy} onClick={() => enable.run(place)}>
          {text('attention.do.enable')}
        </Button>
      </Permitted>
      <Problem words={enable.problem} />
    </Stack>
  )
}

function Release({ environment }: { environment: EnvironmentName }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Permitted call="hold.release">
        <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
          {text('attention.do.release')}
        </Button>
      </Permitted>
      {asking && <ReleaseDialog environment={environment} onClose={() => setAsking(false)} />}
    </>
  )
}
