import { Switch } from '@mantine/core'
import { useBarrier } from '../../../client/rights.tsx'
import { ALERT_KINDS } from '../../../../src-main/domain/alerts/alert.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { useCall } from '../../../client/use-call.ts'
import { Problem } from '../../../components/feedback/problem.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { Foot, Row, SettingsGroup } from '../settings-group.tsx'
import { SkeletonGroup } from '../skeleton-group.tsx'
import styles from '../settings.module.css'

/** Which alerts the person wants by e-mail. A choice is saved at once. */
export function AlertChoicesForm() {
  const { value, error, reload } = useQuery('alerts.get', {})
  const why = useBarrier('alerts.choose')
  const choose = useCall('alerts.choose', ['alerts.get'], () => {})
  if (error !== null) return <ErrorMessage title={text('alerts.error.title')} error={error} onRetry={reload} />
  if (value === undefined) return <SkeletonGroup title={text('alerts.title')} rows={5} />
  const { choices, email, isSet } = value
  return (
    <SettingsGroup
      title={text('alerts.title')}
      lead={email === null ? text('alerts.noAddress') : text('alerts.lead', { email })}
    >
      {!isSet && <p className={styles.none}>{text('alerts.noServer')}</p>}
      {ALERT_KINDS.map((kind) => (
        <Row key={kind} label={text(`alerts.${kind}`)} htmlFor={`alert-${kind}`} hint={text(`alerts.${kind}.hint`)}>
          <Switch
            id={`alert-${kind}`}
            checked={choices[kind]}
            disabled={why !== null || choose.busy}
            onChange={({ currentTarget }) => choose.run({ [kind]: currentTarget.checked })}
          />
        </Row>
      ))}
      {choose.problem !== null && (
        <Foot>
          <Problem words={choose.problem} />
        </Foot>
      )}
    </SettingsGroup>
  )
}
