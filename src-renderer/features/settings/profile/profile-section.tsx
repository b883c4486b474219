import { useId } from 'react'
import { useQuery } from '../../../client/client-context.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { NameForm } from '../../people/name-form.tsx'
import { Row, SettingsGroup } from '../settings-group.tsx'
import { SkeletonGroup } from '../skeleton-group.tsx'
import { CredentialsGroup } from './credentials-group.tsx'
import { DevicesGroup } from './devices-group.tsx'

/** What is a person's own: their name, what they sign in with, and where they are signed in. */
export function ProfileSection() {
  const { value, error, reload } = useQuery('credentials.get', {})
  const id = useId()
  if (error !== null) return <ErrorMessage title={text('profile.error.title')} error={error} onRetry={reload} />
  return (
    <>
      <SettingsGroup title={text('people.you')}>
        <Row label={text('you.name')} hint={text('you.name.hint')} htmlFor={id}>
          <NameForm id={id} />
        </Row>
      </SettingsGroup>
      {value === undefined ? (
        <SkeletonGroup title={text('profile.signingIn')} rows={4} />
      ) : (
        <CredentialsGroup credentials={value} />
      )}
      <DevicesGroup />
    </>
  )
}
