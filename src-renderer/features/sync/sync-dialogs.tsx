import type { SyncState } from '../../../src-main/domain/sync/provider.ts'
import { AcceptMissingDialog } from './accept-missing-dialog.tsx'
import { ConnectDialog } from './connect/connect-dialog.tsx'
import { DisconnectDialog } from './connect/disconnect-dialog.tsx'
import { ScheduleDialog } from './connect/schedule-dialog.tsx'
import { missingOf, showSync, useSyncView } from './sync-place.ts'

/** The dialogs to connect, change or disconnect, and to accept missing cards as gone. */
export function SyncDialogs({ projectId, state }: { projectId: string; state: SyncState }) {
  const { provider } = state
  const missing = missingOf(state)
  const { task } = useSyncView()
  const end = () => showSync({ task: null })
  return (
    <>
      {task === 'connect' && <ConnectDialog projectId={projectId} provider={provider} onClose={end} />}
      {task === 'schedule' && provider !== null && (
        <ScheduleDialog projectId={projectId} provider={provider} onClose={end} />
      )}
      {task === 'disconnect' && provider !== null && (
        <DisconnectDialog projectId={projectId} pending={state.pendingPushes + state.failedPushes} onClose={end} />
      )}
      {task === 'missing' && missing !== null && (
        <AcceptMissingDialog projectId={projectId} missing={missing} onClose={end} />
      )}
    </>
  )
}
