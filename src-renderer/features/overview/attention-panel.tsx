import { Button } from '@mantine/core'
import { useState } from 'react'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useCall } from '../../client/use-call.ts'
import { CardNumber } from '../../components/card-text.tsx'
import { Icon } from '../../components/icon.tsx'
import { Moment } from '../../components/moment.tsx'
import { PlaceLink } from '../../components/place-link.tsx'
import { Problem } from '../../components/problem.tsx'
import { tell } from '../../components/toast-store.ts'
import { text } from '../../locales/messages.ts'
import { SCREENS, type Params } from '../../place.ts'
import { ReleaseDialog } from '../shell/release-dialog.tsx'
import { ATTENTION_ICONS, attentionTitle } from './attention-words.ts'
import type { Attention, Overview } from './overview-figures.ts'
import { Panel, Skeleton } from './panel.tsx'
import styles from './overview.module.css'

interface AttentionPanelProps {
  overview: Overview | undefined
  projectId: string
  environment: EnvironmentName
}

/** What a person should look at, each with what to do about it. */
export function AttentionPanel({ overview, ...place }: AttentionPanelProps) {
  return (
    <Panel title={text('overview.needsAttention')}>
      {overview === undefined && <Skeleton rows={4} size="row" />}
      {overview?.attention.length === 0 && (
        <p className={styles.nothing}>
          <Icon name="circleCheck" className={styles.well} />
          {text('overview.needsAttention.none')}
        </p>
      )}
      {overview !== undefined && overview.attention.length > 0 && (
        <ul className={styles.attention}>
          {overview.attention.map((entry) => (
            <Row key={`${entry.kind} ${entry.cardId ?? ''}`} entry={entry} {...place} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Row({ entry, ...place }: { entry: Attention; projectId: string; environment: EnvironmentName }) {
  return (
    <li className={styles.attentionRow}>
      <span className={styles.mark} data-kind={entry.kind}>
        <Icon name={ATTENTION_ICONS[entry.kind]} size={16} />
      </span>
      <div className={styles.words}>
        <span className={styles.what}>
          {attentionTitle(entry)}
          {entry.cardNumber !== null && <CardNumber value={entry.cardNumber} />}
        </span>
        <span className={styles.why}>
          {entry.message !== null && <span>{entry.message}</span>}
          {entry.at !== null && <Moment value={entry.at} />}
        </span>
      </div>
      <Action entry={entry} {...place} />
    </li>
  )
}

function Action({ entry: { kind, cardId }, projectId, environment }: { entry: Attention; projectId: string; environment: EnvironmentName }) {
  switch (kind) {
    case 'card_failed':
      return cardId === null ? <Go screen="cards" params={{ sync: 'failed' }} words={text('attention.do.show')} /> : <Go screen="cards" params={{ sync: 'failed', card: cardId }} words={text('attention.do.card')} />
    case 'webhook_disabled':
      return <EnableWebhook projectId={projectId} environment={environment} />
    case 'delivery_failed':
      return <Go screen="webhook" params={{ status: 'failed' }} words={text('attention.do.show')} />
    case 'held':
      return <Release environment={environment} />
    case 'no_provider':
      return <Go screen="sync" params={{}} words={text('attention.do.connect')} />
    case 'drift':
      return <Go screen="sync" params={{ tab: 'drift' }} words={text('attention.do.resolve')} />
    case 'sync_failing':
      return <Go screen="sync" params={{}} words={text('attention.do.show')} />
  }
}

function Go({ screen, params, words }: { screen: string; params: Params; words: string }) {
  const known = SCREENS.find((name) => name === screen)
  if (known === undefined) return null
  return (
    <PlaceLink screen={known} params={params} className={styles.button}>
      {words}
    </PlaceLink>
  )
}

function EnableWebhook(place: { projectId: string; environment: EnvironmentName }) {
  const enable = useCall('webhook.enable', ['webhook.get', 'overview.get', 'audit.list'], () => tell('done', text('attention.webhook.enabled')))
  return (
    <div className={styles.act}>
      <Button variant="default" size="compact-sm" loading={enable.busy} onClick={() => enable.run(place)}>
        {text('attention.do.enable')}
      </Button>
      <Problem words={enable.problem} />
    </div>
  )
}

function Release({ environment }: { environment: EnvironmentName }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        {text('attention.do.release')}
      </Button>
      {asking && <ReleaseDialog environment={environment} onClose={() => setAsking(false)} />}
    </>
  )
}
