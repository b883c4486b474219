import { Button, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useCall } from '../../../client/use-call.ts'
import { usePerson } from '../../../client/use-person.ts'
import { Problem } from '../../../components/feedback/problem.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { Row, SettingsGroup } from '../settings-group.tsx'

/** The person's own name; their devices and credentials are in the profile. */
export function OwnGroup() {
  const person = usePerson()
  const stored = person?.isNamed === true ? person.name : ''
  const [typed, setTyped] = useState<string | null>(null)
  const name = typed ?? stored
  const field = useId()
  const save = useCall('profile.update', ['profile.get', 'people.list', 'audit.list'], () => {
    setTyped(null)
    showToast('done', text('people.you.saved'))
  })
  return (
    <SettingsGroup title={text('people.you')} lead={text('people.you.lead')}>
      <Row label={text('people.name')} htmlFor={field} hint={text('people.you.hint')}>
        <TextInput
          id={field}
          value={name}
          maxLength={100}
          autoComplete="name"
          placeholder={text('people.you.placeholder')}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button
          ms="xs"
          variant="default"
          disabled={name.trim() === '' || name.trim() === stored}
          loading={save.busy}
          onClick={() => save.run({ name })}
        >
          {text('save')}
        </Button>
      </Row>
      <Problem words={save.problem} />
    </SettingsGroup>
  )
}
