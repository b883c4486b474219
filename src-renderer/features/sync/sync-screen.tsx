import { Stack, Button } from '@mantine/core'
import { Panel } from '../../components/screen/panel.tsx'
import table from '../../components/table/data-table.module.css'
import { Icon } from '../../components/icon.tsx'
import { useAppStore } from '../../app-store.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'
import { ScreenTitle } from '../../components/screen/screen-title.tsx'
import { ErrorMessage, StateMessage } from '../../components/feedback/state-message.tsx'
import '../../locales/later-words.ts'
import { text } from '../../locales/messages.ts'
import { PortalCard } from './portal-card.tsx'
import { SyncDialogs } from './sync-dialogs.tsx'
import { SyncEmpty } from './sync-empty.tsx'
import { SyncNow } from './sync-now.tsx'
import { missingOf } from './sync-place.ts'
import { SyncTabs } from './sync-tabs.tsx'

/** The sync between this project and its provider. */
export function SyncScreen({ projectId, environment }: { projectId: string; environment: EnvironmentName }) {
  if (environment === 'production') return <ProductionSync projectId={projectId} />
  return (
    <>
      <ScreenTitle title={text('sync.title')} />
      <SyncInSandbox />
    </>
  )
}

function ProductionSync({ projectId }: { projectId: string }) {
  const { value: state, error, reload } = useQuery('sync.state', { projectId })
  const provider = state?.provider ?? null
  // Changes may wait and past runs remain readable after a provider was disconnected.
  const blank =
    state !== undefined &&
    provider === null &&
    state.lastRun === null &&
    state.pendingPushes + state.failedPushes + state.driftedCards + state.openOrders === 0
  return (
    <>
      <ScreenTitle title={text('sync.title')}>
        {provider?.adapter === 'rest' && state !== undefined && (
          <SyncNow
            projectId={projectId}
            running={state.running !== null}
            ready={provider.hasCredentials}
            missing={missingOf(state)}
          />
        )}
      </ScreenTitle>
      {error !== null && (
        <ErrorMessage
          title={text('sync.error.title')}
          meaning={text('sync.error.text')}
          error={error}
          onRetry={reload}
        />
      )}
      {error === null && state === undefined && <SyncSkeleton />}
      {blank && <SyncEmpty />}
      {state !== undefined && !blank && (
        <Stack gap="md" flex={1} pt="md" px="xl" pb="lg" mih={0}>
          <PortalCard projectId={projectId} state={state} />
          <SyncTabs projectId={projectId} state={state} />
        </Stack>
      )}
      {state !== undefined && <SyncDialogs projectId={projectId} state={state} />}
    </>
  )
}

/** A sandbox has no provider; leads to production. */
function SyncInSandbox() {
  const choose = useAppStore((state) => state.chooseEnvironment)
  return (
    <StateMessage icon="flask" title={text('sync.sandbox.title')} text={text('sync.sandbox.text')}>
      <Button variant="default" leftSection={<Icon name="bolt" />} onClick={() => choose('production')}>
        {text('sync.sandbox.action')}
      </Button>
    </StateMessage>
  )
}

/** The portal's card while it loads, at its final height. */
function SyncSkeleton() {
  return (
    <Stack gap="md" flex={1} pt="md" px="xl" pb="lg" mih={0} aria-busy="true" aria-label={text('app.loading')}>
      <Panel title={text('sync.portal')}>
        <Stack gap={20} mih="5rem">
          <span className={table.skeleton} />
          <span className={table.skeleton} />
        </Stack>
      </Panel>
    </Stack>
  )
}
