import { Text } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { tell } from '../../../components/toast-store.ts'
import { plural, text } from '../../../locales/messages.ts'
import { TypedName } from '../typed-name.tsx'

interface EraseDialogProps {
  projectId: string
  driver: string
  onClose: () => void
  onErased: () => void
}

export function EraseDialog({ projectId, driver, onClose, onErased }: EraseDialogProps) {
  const [typed, setTyped] = useState('')
  const { busy, problem, run } = useCall('personal.erase', ['audit.list', 'cards.list', 'cards.get', 'personal.find'], ({ erased }) => {
    tell('done', plural('settings.erase.done', erased))
    onErased()
  })
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
