import { Text } from '@mantine/core'
import type { Person } from '../../../../src-main/domain/people/person.ts'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'

/** Locks somebody out at once. */
export function SuspendDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { id: personId, name } = person
  const { busy, problem, run } = useCall('people.suspend', ['people.list', 'audit.list'], () => {
    showToast('done', text('people.suspended', { name }))
    onClose()
  })
  return (
    <FormDialog
      danger
      title={text('people.suspend.title', { name })}
      action={text('people.suspend.do')}
      busy={busy}
      problem={problem}
      onSubmit={() => run({ personId })}
      onClose={onClose}
    >
      <Text size="sm">{text('people.suspend.text')}</Text>
    </FormDialog>
  )
}
