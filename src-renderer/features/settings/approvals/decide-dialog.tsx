import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Approval } from '../../../../src-main/domain/approvals/approval.ts'
import { useCall } from '../../../client/use-call.ts'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { text } from '../../../locales/messages.ts'
import { ApprovalValues } from './approval-values.tsx'
import { changeLines, changeTitle } from './approval-words.ts'

interface DecideDialogProps {
  projectId: string
  approval: Approval
  decision: 'approve' | 'decline'
  onClose: () => void
}

/** Says once more what will happen: an approval is carried out at once. */
export function DecideDialog({ projectId, approval, decision, onClose }: DecideDialogProps) {
  const [answer, setAnswer] = useState('')
  const done = () => {
    showToast('done', text(`approvals.done.${decision}`))
    onClose()
  }
  // An approval may have changed anything.
  const approve = useCall(
    'approvals.approve',
    ['approvals.list', 'approvals.waiting', 'approvals.rule', 'audit.list', 'keys.list', 'service.info'],
    done,
  )
  const decline = useCall('approvals.decline', ['approvals.list', 'approvals.waiting', 'audit.list'], done)
  const call = decision === 'approve' ? approve : decline
  const place = { projectId, approvalId: approval.id }
  const submit = () =>
    decision === 'approve'
      ? approve.run(place)
      : decline.run({ ...place, ...(answer.trim() === '' ? {} : { answer: answer.trim() }) })
  return (
    <FormDialog
      title={text(`approvals.${decision}.title`)}
      action={text(`approvals.${decision}.do`)}
      danger={decision === 'decline'}
      busy={call.busy}
      problem={call.problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text fz="sm" fw={600}>
        {changeTitle(approval.change)}
      </Text>
      {changeLines(approval.change).map((line) => (
        <Text key={line} fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
      {approval.change.subject === 'bulk' && approval.state === 'waiting' && (
        <ApprovalValues projectId={projectId} approval={approval} />
      )}
      <Text fz="sm">{text('approvals.because', { reason: approval.reason })}</Text>
      <Text c="dimmed" fz="sm" lh={1.5}>
        {text(`approvals.${decision}.text`, { name: approval.asker.name })}
      </Text>
      {decision === 'decline' && (
        <Textarea
          label={text('approvals.answer')}
          value={answer}
          maxLength={500}
          rows={3}
          onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
