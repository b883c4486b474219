import { Text } from '@mantine/core'
import { useService } from '../../../client/client-context.tsx'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { spanWords } from './clock-words.ts'

export function ResetClockDialog({ offsetMs, onClose }: { offsetMs: number; onClose: () => void }) {
  const { data } = useService()
  const { busy, problem, run } = useCall('clock.reset', ['clock.show'], () => {
    data.invalidate()
    showToast('done', text('settings.clock.resetDone'))
    onClose()
  })
  return (
    <FormDialog
      title={text('settings.clock.reset.title')}
      action={text('settings.clock.reset.do')}
      busy={busy}
      problem={problem}
      onSubmit={() => run({})}
      onClose={onClose}
    >
      <Text size="sm">{text('settings.clock.reset.text', { span: spanWords(offsetMs) })}</Text>
    </FormDialog>
  )
}
