import { Button } from '@mantine/core'
import type { SignedIn } from '../../../../src-main/domain/people/person.ts'
import { Moment } from '../../../components/text/moment.tsx'
import { text } from '../../../locales/messages.ts'
import { Row } from '../settings-group.tsx'

/** The devices where somebody is signed in, each with a way to end it. */
export function SessionRows({
  sessions,
  onEnd,
}: {
  sessions: readonly SignedIn[]
  onEnd: (sessionId: string) => void
}) {
  return sessions.map(({ id, device, lastSeenAt, isThis }) => {
    const name = device ?? text('people.session.unknown')
    return (
      <Row key={id} label={name} hint={isThis ? text('people.session.this') : <Moment value={lastSeenAt} />}>
        {!isThis && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={text('people.session.end.label', { device: name })}
            onClick={() => onEnd(id)}
          >
            {text('people.session.end')}
          </Button>
        )}
      </Row>
    )
  })
}
