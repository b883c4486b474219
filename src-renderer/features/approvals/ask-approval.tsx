import { Guard } from '../../components/feedback/guard.tsx'
import { onDemand } from '../../on-demand.ts'
import { useRefusedCall } from '../../client/second-person.ts'

const AskDialog = onDemand(async () => (await import('./ask-dialog.tsx')).AskDialog)

/** Opens wherever a call has just been refused because another manager must approve it. */
export function AskApproval() {
  const { refused, drop } = useRefusedCall()
  return refused === null ? null : (
    <Guard overlay={{ open: true, onClose: drop }}>
      <AskDialog call={refused.call} input={refused.input} onClose={drop} />
    </Guard>
  )
}
