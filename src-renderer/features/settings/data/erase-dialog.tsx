import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Remaining } from '../../../../src-main/domain/desk/personal.ts'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { plural, text } from '../../../locales/messages.ts'
import { TypedName } from '../typed-name.tsx'

interface EraseDialogProps {
  projectId: string
  driver: string
  onClose: () => void
  onErased: (remaining: readonly Remaining[]) => void
}

export function EraseDialog({ projectId, driver, onClose, onErased }: EraseDialogProps) {
  const [typed, setTyped] = useState('')
  const { busy, problem, run } = useCall(
    'personal.erase',
    ['audit.list', 'cards.list', 'cards.get', 'personal.find', 'holders.get', 'holders.past', 'holders.history'],
    ({ erased, remaining }) => {
      showToast('done', plural('settings.erase.done', erased))
      onErased(remaining)
    },
  )
  return (
    <FormDialog
      danger
      title={text('settings.erase.title', { driver })}
      action={text('settings.erase.do')}
      disabled={typed !== driver}
      busy={busy}
      problem={problem}
      onSubmit={() => run({ projectId, driver })}
      onClose={onClose}
    >
      <Text size="sm">{text('settings.erase.text')}</Text>
      <TypedName name={driver} value={typed} onChange={setTyped} />
    </FormDialog>
  )
}
