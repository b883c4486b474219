import { Button, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useQuery } from '../../../client/client-context.tsx'
import { useCall } from '../../../client/use-call.ts'
import { usePerson } from '../../../client/use-person.ts'
import { Problem } from '../../../components/feedback/problem.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { Foot, Row, SettingsGroup } from '../settings-group.tsx'
import { SessionRows } from './session-rows.tsx'

/** The person's own name, and where they are signed in. */
export function OwnGroup() {
  const person = usePerson()
  const { value: sessions } = useQuery('profile.sessions', {})
  const stored = person?.isNamed === true ? person.name : ''
  const [typed, setTyped] = useState<string | null>(null)
  const name = typed ?? stored
  const field = useId()
  const save = useCall('profile.update', ['profile.get', 'people.list', 'audit.list'], () => {
    setTyped(null)
    showToast('done', text('people.you.saved'))
  })
  const end = useCall('profile.endSessions', ['profile.sessions'], () =>
    showToast('done', text('people.session.ended')),
  )
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
      <Problem words={save.problem ?? end.problem} />
      {sessions !== undefined && sessions.length > 0 && (
        <>
          <SessionRows sessions={sessions} onEnd={(sessionId) => end.run({ sessionId })} />
          {sessions.some(({ isThis }) => !isThis) && (
            <Foot>
              <Button variant="default" loading={end.busy} onClick={() => end.run({})}>
                {text('people.session.endOthers')}
              </Button>
            </Foot>
          )}
        </>
      )}
    </SettingsGroup>
  )
}
