import { Button, Group, Stack } from '@mantine/core'
import type { App } from '../../../src-main/domain/people/connected-app.ts'
import { useQuery } from '../../client/client-context.tsx'
import type { ErrorWords } from '../../client/error-words.ts'
import { Problem } from '../../components/feedback/problem.tsx'
import { text } from '../../locales/messages.ts'
import styles from './connect-app.module.css'

type Fact = 'device' | 'address' | 'code'

interface ConsentProps {
  app: App
  facts: readonly (readonly [Fact, string])[]
  busy: boolean
  problem: ErrorWords | null
  onApprove: () => void
  onRefuse: () => void
}

/** Names who asks, and what consent means. */
export function Consent({ app, facts, busy, problem, onApprove, onRefuse }: ConsentProps) {
  const { value: person } = useQuery('profile.get', {})
  return (
    <Stack gap="md">
      {/* The way in for the keyboard: no chain of Enters reaches consent. */}
      <h1 tabIndex={-1} autoFocus>
        {text(`apps.title.${app}`)}
      </h1>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{text(`apps.field.${name}`)}</dt>
            <dd className={name === 'device' ? undefined : styles.exact}>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        {person === undefined || !person.isNamed ? text('apps.means') : text('apps.means.as', { name: person.name })}
      </p>
      <p>{text('apps.warning')}</p>
      <Problem words={problem} />
      <Group>
        <Button loading={busy} onClick={onApprove}>
          {text('apps.approve')}
        </Button>
        <Button variant="default" disabled={busy} onClick={onRefuse}>
          {text('apps.refuse')}
        </Button>
      </Group>
    </Stack>
  )
}
