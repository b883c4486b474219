import { Button, Group, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Permitted } from '../../components/button/permitted.tsx'
import { useRights } from '../../client/rights.tsx'
import { useCall } from '../../client/use-call.ts'
import { Problem } from '../../components/feedback/problem.tsx'
import { showToast } from '../../components/feedback/toast-store.ts'
import { text } from '../../locales/messages.ts'
import { CHANGED } from './person-place.ts'

/** The name that the log has for who works here. */
export function NameForm({ id }: { id: string }) {
  const me = useRights().person
  const known = me?.isNamed === true ? me.name : ''
  const [typed, setTyped] = useState<string | null>(null)
  const name = (typed ?? known).trim()
  const save = useCall('profile.update', CHANGED, () => {
    setTyped(null)
    showToast('done', text('you.name.saved'))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name !== '' && name !== known) save.run({ name })
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          id={id}
          w={220}
          maxLength={100}
          autoComplete="name"
          value={typed ?? known}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Permitted call="profile.update">
          <Button type="submit" variant="default" loading={save.busy} disabled={name === '' || name === known}>
            {text('save')}
          </Button>
        </Permitted>
      </Group>
      <Problem words={save.problem} />
    </form>
  )
}
