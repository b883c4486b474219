import { Button } from '@mantine/core'
import { Permitted } from '../../../components/button/permitted.tsx'
import { useQuery } from '../../../client/client-context.tsx'
import { useCall } from '../../../client/use-call.ts'
import { ToolButton } from '../../../components/button/tool-button.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { useNow } from '../../../components/text/use-now.ts'
import { formatMoment, text } from '../../../locales/messages.ts'
import { Foot, Row, SettingsGroup } from '../settings-group.tsx'
import { SkeletonGroup } from '../skeleton-group.tsx'

/** Where the person is signed in; each session can be ended, but not the one that looks. */
export function DevicesGroup() {
  const { value } = useQuery('profile.sessions', {})
  const now = useNow()
  const end = useCall('profile.endSessions', ['profile.sessions'], () => {})
  if (value === undefined) return <SkeletonGroup title={text('profile.devices')} rows={2} />
  const others = value.filter(({ isThis }) => !isThis)
  return (
    <SettingsGroup title={text('profile.devices')}>
      {value.length === 0 && <Row label={text('profile.devices.none')}>{null}</Row>}
      {value.map(({ id, device, lastSeenAt, isThis }) => {
        const name = device ?? text('profile.devices.unknown')
        return (
          <Row
            key={id}
            label={name}
            hint={
              isThis
                ? text('profile.devices.this')
                : text('profile.devices.seen', { time: formatMoment(lastSeenAt, now) })
            }
          >
            {!isThis && (
              <Permitted call="profile.endSessions">
                <ToolButton
                  icon="signOut"
                  label={text('profile.devices.end', { device: name })}
                  onClick={() => end.run({ sessionId: id })}
                />
              </Permitted>
            )}
          </Row>
        )
      })}
      <Problem words={end.problem} />
      {others.length > 1 && (
        <Foot>
          <Permitted call="profile.endSessions">
            <Button variant="default" loading={end.busy} onClick={() => end.run({})}>
              {text('profile.devices.endOthers')}
            </Button>
          </Permitted>
        </Foot>
      )}
    </SettingsGroup>
  )
}
