import { Permitted } from '../../../components/button/permitted.tsx'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { claimOf, type ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import type { DriftedCard, DriftResolution } from '../../../../src-main/domain/sync/provider.ts'
import { ProviderWords } from '../../../components/text/provider-words.tsx'
import { useQuery } from '../../../client/client-context.tsx'
import { StatusBadge, SyncBadge } from '../../../components/badge/badges.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { text, type MessageKey } from '../../../locales/messages.ts'
import { needsAsking } from '../../sync/drift/consequence.ts'
import { ResolveDialog } from '../../sync/drift/resolve-dialog.tsx'
import { DriftTable } from './drift-table.tsx'
import { useSyncActions } from './sync-actions.ts'
import styles from './drawer.module.css'

/** Why the card and the provider differ, and how to resolve it. */
export function SyncNotice({ card }: { card: ShownCard }) {
  const inProduction = card.environment === 'production'
  return inProduction ? <ProductionNotice card={card} /> : <Notice card={card} drift={null} />
}

function ProductionNotice({ card }: { card: ShownCard }) {
  const { value } = useQuery('drift.list', { projectId: card.projectId, cardId: card.id })
  return <Notice card={card} drift={value?.docs[0] ?? null} />
}

function Notice({ card, drift }: { card: ShownCard; drift: DriftedCard | null }) {
  const { syncStatus, syncErrorMessage } = card
  const { busy, problem, retry, resolve } = useSyncActions(card)
  const [asked, setAsked] = useState<DriftResolution | null>(null)
  // A synced card needs no notice, unless the provider contradicts it.
  if (syncStatus === 'synced' && drift === null) return null
  const { status: theirs, certainty } = card.atProvider
  const claim = claimOf(card)
  const truth: MessageKey =
    claim !== null
      ? `card.claim.${claim}.text`
      : certainty === 'waiting' && theirs !== card.status
        ? `card.waiting.${theirs}`
        : `card.sync.${syncStatus}`
  const choose = (resolution: DriftResolution) => {
    if (drift !== null && needsAsking([drift], resolution)) setAsked(resolution)
    else void resolve(resolution)
  }
  const submit = async (resolution: DriftResolution) => {
    if (await resolve(resolution)) setAsked(null)
  }
  return (
    <div className={`${styles.notice} ${syncStatus === 'failed' ? styles.failed : styles.pending}`}>
      <Group gap={6}>
        <SyncBadge status={syncStatus} message={null} />
        {claim !== null && <StatusBadge card={card} />}
      </Group>
      <p>{text(truth)}</p>
      {drift !== null && <p>{text('card.drift.text')}</p>}
      {syncErrorMessage !== null && (
        <p className={styles.words}>
          <ProviderWords message={syncErrorMessage} />
        </p>
      )}
      {drift !== null && <DriftTable drift={drift} />}
      <Problem words={asked === null ? problem : null} />
      {drift !== null && (
        <Group gap="sm" wrap="nowrap">
          <Permitted call="drift.resolve">
            <Button size="compact-sm" loading={busy} onClick={() => choose('ours')}>
              {text('drift.ours.do')}
            </Button>
          </Permitted>
          <Permitted call="drift.resolve">
            <Button size="compact-sm" variant="default" disabled={busy} onClick={() => choose('theirs')}>
              {text('drift.theirs.do')}
            </Button>
          </Permitted>
        </Group>
      )}
      {drift === null && syncStatus === 'failed' && card.environment === 'production' && (
        <Permitted call="sync.retry">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="refresh" size={16} />}
            loading={busy}
            onClick={retry}
          >
            {text('push.retry')}
          </Button>
        </Permitted>
      )}
      {drift !== null && asked !== null && (
        <ResolveDialog
          projectId={card.projectId}
          resolution={asked}
          cards={[drift]}
          count={1}
          busy={busy}
          problem={problem}
          onSubmit={() => void submit(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
