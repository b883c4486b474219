import { Permitted } from '../../components/button/permitted.tsx'
import { Box, Button, Group } from '@mantine/core'
import type { Provider, SyncState } from '../../../src-main/domain/sync/provider.ts'
import { useAppStore } from '../../app-store.ts'
import { Countdown } from '../../components/text/countdown.tsx'
import { Icon } from '../../components/icon.tsx'
import { Moment } from '../../components/text/moment.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { plural, text } from '../../locales/messages.ts'
import { useHeld } from '../shell/use-held.ts'
import { AcceptMissing } from './accept-missing.tsx'
import { runWords } from './failure-words.ts'
import { HealthBadge, RunBadge } from './sync-words.tsx'
import { RunProgress } from './run-progress.tsx'
import { showSync } from './sync-place.ts'
import { TestStored } from './connect/test-stored.tsx'
import styles from './portal-card.module.css'

/** The provider's card: who, its state, the next run, and the progress of a running one. */
export function PortalCard({ projectId, state }: { projectId: string; state: SyncState }) {
  const { provider, running, lastRun } = state
  const failure = running === null && lastRun?.state === 'failed' ? runWords(lastRun) : null
  if (provider === null) return <NoProvider />
  return (
    <section className={styles.card} aria-label={text('sync.portal')}>
      <Group gap="8px 12px">
        <span className={styles.mark}>
          <Icon name={provider.adapter === 'rest' ? 'plug' : 'sheet'} size={20} />
        </span>
        <div className={styles.who}>
          <h2>{text(`sync.adapter.${provider.adapter}`)}</h2>
          <code>{provider.baseUrl ?? provider.folder ?? text('sync.folder.byHand')}</code>
        </div>
        <HealthBadge state={state} />
        <Box component="span" flex={1} />
        <Actions projectId={projectId} provider={provider} />
      </Group>
      {!provider.hasCredentials && provider.adapter === 'rest' && (
        <Notice tone="failed" icon="alert" title={text('sync.credentials.lost')}>
          <p>{text('sync.credentials.lost.text')}</p>
        </Notice>
      )}
      {running === null ? (
        <PortalFacts provider={provider} lastRun={lastRun} />
      ) : (
        <RunProgress projectId={projectId} run={running} />
      )}
      {lastRun !== null && failure !== null && (
        <Notice tone="failed" icon="alert" title={text('sync.last.failed')}>
          <p>{failure.reason}</p>
          {failure.detail !== null && lastRun.missing === null && <p className={styles.words}>{failure.detail}</p>}
          {lastRun.missing !== null && <AcceptMissing kind={lastRun.kind} missing={lastRun.missing} />}
        </Notice>
      )}
    </section>
  )
}

function PortalFacts({ provider, lastRun }: { provider: Provider; lastRun: SyncState['lastRun'] }) {
  const held = useHeld('production')
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{text('sync.next')}</dt>
        <dd>
          {held ? (
            text('hold.planned')
          ) : provider.schedule.nextRunAt === null ? (
            text('sync.next.none')
          ) : (
            <Countdown to={provider.schedule.nextRunAt} />
          )}
        </dd>
      </div>
      <div>
        <dt>{text('sync.schedule')}</dt>
        <dd>
          {provider.schedule.enabled
            ? plural('sync.schedule.every', provider.schedule.intervalMinutes)
            : text('sync.schedule.off')}
          <Permitted call="provider.schedule">
            <Button variant="subtle" size="compact-xs" onClick={() => showSync({ task: 'schedule' })}>
              {text('sync.schedule.edit')}
            </Button>
          </Permitted>
        </dd>
      </div>
      <div>
        <dt>{text('sync.last')}</dt>
        <dd>
          {lastRun === null ? (
            text('sync.last.never')
          ) : (
            <>
              <RunBadge state={lastRun.state} /> <Moment value={lastRun.finishedAt ?? lastRun.startedAt} />
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>{text('sync.changes')}</dt>
        <dd>{text(provider.takesChanges ? 'sync.changes.taken' : 'sync.changes.orders')}</dd>
      </div>
    </dl>
  )
}

function Actions({ projectId, provider }: { projectId: string; provider: Provider }) {
  const open = useAppStore((state) => state.open)
  return (
    <Group gap="xs" align="stretch" pos="relative" me={-8}>
      {provider.adapter === 'file' && (
        <Permitted call="imports.run">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="import" size={16} />}
            onClick={() => open('cards', { do: 'import' })}
          >
            {text('sync.import')}
          </Button>
        </Permitted>
      )}
      {provider.adapter === 'rest' && <TestStored projectId={projectId} />}
      <Permitted call="provider.set">
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<Icon name="edit" size={16} />}
          onClick={() => showSync({ task: 'connect' })}
        >
          {text('sync.edit')}
        </Button>
      </Permitted>
      <Permitted call="provider.remove">
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<Icon name="unplugged" size={16} />}
          onClick={() => showSync({ task: 'disconnect' })}
        >
          {text('sync.disconnect')}
        </Button>
      </Permitted>
    </Group>
  )
}

function NoProvider() {
  return (
    <Notice tone="pending" icon="unplugged" title={text('sync.none.title')}>
      <p>{text('sync.none.text')}</p>
      <Permitted call="provider.set">
        <Button
          size="compact-sm"
          leftSection={<Icon name="plug" size={16} />}
          onClick={() => showSync({ task: 'connect' })}
        >
          {text('sync.connect')}
        </Button>
      </Permitted>
    </Notice>
  )
}
