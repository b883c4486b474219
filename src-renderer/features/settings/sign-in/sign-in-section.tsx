import { Switch } from '@mantine/core'
import { useBarrier } from '../../../client/rights.tsx'
import { useQuery } from '../../../client/client-context.tsx'
import { useCall } from '../../../client/use-call.ts'
import { Problem } from '../../../components/feedback/problem.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { Foot, Row, SettingsGroup } from '../settings-group.tsx'
import { SkeletonGroup } from '../skeleton-group.tsx'
import { ProviderForm } from './provider-form.tsx'

/** How people sign in: whether a password is enough, and the identity provider. */
export function SignInSection() {
  const { value, error, reload } = useQuery('signIn.settings', {})
  if (error !== null) return <ErrorMessage title={text('signInSettings.error')} error={error} onRetry={reload} />
  if (value === undefined) return <SkeletonGroup title={text('signInSettings.provider')} rows={5} />
  return (
    <>
      <SecondFactorGroup required={value.requireSecondFactor} />
      <ProviderForm settings={value} />
    </>
  )
}

function SecondFactorGroup({ required }: { required: boolean }) {
  const why = useBarrier('signIn.updateSettings')
  const update = useCall('signIn.updateSettings', ['signIn.settings', 'credentials.get', 'audit.list'], () => {})
  return (
    <SettingsGroup title={text('signInSettings.passwords')}>
      <Row
        label={text('signInSettings.secondFactor')}
        htmlFor="sign-in-second-factor"
        hint={text('signInSettings.secondFactor.hint')}
      >
        <Switch
          id="sign-in-second-factor"
          checked={required}
          disabled={why !== null || update.busy}
          onChange={({ currentTarget }) => update.run({ requireSecondFactor: currentTarget.checked })}
        />
      </Row>
      {update.problem !== null && (
        <Foot>
          <Problem words={update.problem} />
        </Foot>
      )}
    </SettingsGroup>
  )
}
