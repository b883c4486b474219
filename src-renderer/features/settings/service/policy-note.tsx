import { useQuery } from '../../../client/client-context.tsx'
import { text } from '../../../locales/messages.ts'
import { Row, SettingsGroup } from '../settings-group.tsx'

/** What this computer's administrator has decided; empty without a policy. */
export function PolicyNote() {
  const { value } = useQuery('policy.get', {})
  if (value === undefined || value.file === null) return null
  const { off } = value
  return (
    <SettingsGroup title={text('settings.policy')} lead={text('settings.policy.lead', { file: value.file })}>
      <Row label={text('settings.policy.off')}>
        {off.length === 0
          ? text('settings.policy.off.none')
          : off.map((feature) => text(`settings.policy.off.${feature}`)).join(', ')}
      </Row>
    </SettingsGroup>
  )
}
