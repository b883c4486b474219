import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from '../../client/client-context.tsx'
import { useCall } from '../../client/use-call.ts'
import { StateBadge } from '../../components/badge/state-badge.tsx'
import { Problem } from '../../components/feedback/problem.tsx'
import { text } from '../../locales/messages.ts'
import { Foot, Row, SettingsGroup } from '../settings/settings-group.tsx'
import { StopLocalDialog } from './stop-local-dialog.tsx'

/** In Settings: the service that the policy names, and this computer's own beside the one that the window shows. */
export function LocalGroup() {
  const { value } = useQuery('services.state', {})
  const start = useCall('services.startLocal', ['services.state'], () => {})
  const [isStopping, setStopping] = useState(false)
  const services = value?.services
  if (services == null || (services.current === null && services.allowed === null)) return null
  const { isLocalRunning } = services
  return (
    <SettingsGroup title={text('services.heading')}>
      {services.allowed !== null && (
        <Row label={text('services.allowed')} hint={text('services.allowed.hint')}>
          {services.allowed}
        </Row>
      )}
      {services.current !== null && (
        <Row label={text('services.own')} hint={text(isLocalRunning ? 'services.own.runs' : 'services.own.stopped')}>
          {isLocalRunning ? (
            <Button variant="default" size="compact-sm" onClick={() => setStopping(true)}>
              {text('services.stop')}
            </Button>
          ) : (
            <Group gap="sm">
              <StateBadge tone="inactive" icon="circleMinus" word={text('services.own.state')} />
              <Button variant="default" size="compact-sm" loading={start.busy} onClick={() => start.run({})}>
                {text('services.start')}
              </Button>
            </Group>
          )}
        </Row>
      )}
      {start.problem !== null && (
        <Foot>
          <Problem words={start.problem} />
        </Foot>
      )}
      {isStopping && <StopLocalDialog onClose={() => setStopping(false)} />}
    </SettingsGroup>
  )
}
