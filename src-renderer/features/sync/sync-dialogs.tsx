import type { Provider } from '../../../src-main/domain/provider.ts'
import { ConnectDialog } from './connect/connect-dialog.tsx'
import { DisconnectDialog } from './connect/disconnect-dialog.tsx'
import { ScheduleDialog } from './connect/schedule-dialog.tsx'
import { showSync, useSyncView } from './sync-place.ts'

/** What is asked before the connection is made, changed or ended. */
export function SyncDialogs({ projectId, provider, pending }: { projectId: string; provider: Provider | null; pending: number }) {
  const { task } = useSyncView()
  const end = () => showSync({ task: null })
  return (
    <>
      {task === 'connect' && <ConnectDialog projectId={projectId} provider={provider} onClose={end} />}
      {task === 'schedule' && provider !== null && <ScheduleDialog projectId={projectId} provider={provider} onClose={end} />}
      {task === 'disconnect' && provider !== null && <DisconnectDialog projectId={projectId} pending={pending} onClose={end} />}
    </>
  )
}
