import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../client/use-call.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { showToast } from '../../components/feedback/toast-store.ts'
import '../../locales/later-words.ts'
import { text } from '../../locales/messages.ts'

/** Asks another manager to approve a call, with a reason. */
export function AskDialog({ call, input, onClose }: { call: string; input: object; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const ask = useCall('approvals.ask', ['approvals.list', 'approvals.waiting', 'audit.list'], () => {
    showToast('done', text('approvals.asked'))
    onClose()
  })
  return (
    <FormDialog
      title={text('approvals.ask.title')}
      action={text('approvals.ask.do')}
      disabled={reason.trim() === ''}
      busy={ask.busy}
      problem={ask.problem}
      onSubmit={() => ask.run({ call, input: { ...input }, reason: reason.trim() })}
      onClose={onClose}
    >
      <Text fz="sm" lh={1.5}>
        {text('approvals.ask.text')}
      </Text>
      <Textarea
        autoFocus
        label={text('approvals.reason')}
        description={text('approvals.reason.hint')}
        value={reason}
        maxLength={500}
        rows={3}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  )
}
