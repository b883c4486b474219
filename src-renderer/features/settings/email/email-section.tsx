import { useQuery } from '../../../client/client-context.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { SkeletonGroup } from '../skeleton-group.tsx'
import { AlertChoicesForm } from './alert-choices-form.tsx'
import { MailServerForm } from './mail-server-form.tsx'
import { MailState } from './mail-state.tsx'

/** Alerts by e-mail: everyone's own choice, and for administrators the server that sends them. */
export function EmailSection() {
  const isAdministrator = useQuery('profile.get', {}).value?.isAdministrator === true
  return (
    <>
      <AlertChoicesForm />
      {isAdministrator && <MailServerGroup />}
    </>
  )
}

function MailServerGroup() {
  const { value, error, reload } = useQuery('mail.get', {})
  if (error !== null) return <ErrorMessage title={text('mail.error.title')} error={error} onRetry={reload} />
  if (value === undefined) return <SkeletonGroup title={text('mail.server')} rows={6} />
  return (
    <>
      {value.server !== null && <MailState server={value.server} />}
      <MailServerForm server={value.server} />
    </>
  )
}
