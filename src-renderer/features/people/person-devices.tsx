import { Button, Stack, Text } from '@mantine/core'
import { Permitted } from '../../components/button/permitted.tsx'
import type { Person } from '../../../src-main/domain/people/person.ts'
import { useQuery } from '../../client/client-context.tsx'
import { useCall } from '../../client/use-call.ts'
import { ErrorMessage } from '../../components/feedback/state-message.tsx'
import { Problem } from '../../components/feedback/problem.tsx'
import { showToast } from '../../components/feedback/toast-store.ts'
import { Moment } from '../../components/text/moment.tsx'
import { plural, text } from '../../locales/messages.ts'
import { Section } from '../cards/drawer/section.tsx'
import styles from './people.module.css'

/** Where a person is signed in; each session can be ended. */
export function PersonDevices({ person }: { person: Person }) {
  const { value: sessions, error, reload } = useQuery('people.sessions', { personId: person.id })
  const end = useCall('people.endSessions', ['people.sessions', 'audit.list'], ({ ended }) =>
    showToast('done', plural('people.devices.ended', ended)),
  )
  return (
    <Section
      title={text('people.devices')}
      beside={
        sessions !== undefined &&
        sessions.length > 1 && (
          <Permitted call="people.endSessions">
            <Button
              variant="subtle"
              size="compact-sm"
              loading={end.busy}
              onClick={() => end.run({ personId: person.id })}
            >
              {text('people.devices.end')}
            </Button>
          </Permitted>
        )
      }
    >
      {error !== null && <ErrorMessage title={text('people.devices.error')} error={error} onRetry={reload} />}
      {sessions?.length === 0 && (
        <Text c="dimmed" fz="sm">
          {text('people.devices.none')}
        </Text>
      )}
      {sessions !== undefined && sessions.length > 0 && (
        <ul className={styles.list}>
          {sessions.map(({ id, device, lastSeenAt, isThis }) => {
            const words = device ?? text('people.device.unknown')
            return (
              <li key={id} className={styles.line}>
                <Stack gap={0} fz="sm" py={6}>
                  {isThis ? `${words} (${text('people.device.this')})` : words}
                  <Text component="span" c="dimmed" fz="xs">
                    {text('people.device.seen')} <Moment value={lastSeenAt} />
                  </Text>
                </Stack>
                <Permitted call="people.endSessions">
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={text('people.device.end.label', { device: words })}
                    disabled={end.busy}
                    onClick={() => end.run({ personId: person.id, sessionId: id })}
                  >
                    {text('people.device.end')}
                  </Button>
                </Permitted>
              </li>
            )
          })}
        </ul>
      )}
      <Problem words={end.problem} />
    </Section>
  )
}
