import { Button, Group } from '@mantine/core'
import type { Connection } from '../../client/host-client.ts'
import { useQuery } from '../../client/client-context.tsx'
import { useCall } from '../../client/use-call.ts'
import { Problem } from '../../components/feedback/problem.tsx'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import styles from '../apps/connect-app.module.css'

/** The service that the window shows has signed the app out, or is of another version. */
export function ServiceRefusedScreen({ service, why, update }: Extract<Connection, { state: 'service-refused' }>) {
  const { value } = useQuery('services.state', {})
  const address = value?.services?.known.find(({ name }) => name === service)?.address ?? ''
  const connect = useCall('services.connect', ['services.state'], () => {})
  const choose = useCall('services.choose', ['services.state'], () => {})
  return (
    <main className={styles.page} data-environment="sandbox">
      <div className={styles.panel}>
        <span className={styles.name}>
          <Icon name="cards" /> {text('app.name')}
        </span>
        <h1>{text(`services.${why}.title`, { service })}</h1>
        <p role="alert">
          {text(why === 'skew' && update !== null ? `services.skew.${update}` : `services.${why}.text`)}
        </p>
        <Problem words={connect.problem ?? choose.problem} />
        <Group>
          {why === 'signed_out' && (
            <Button
              loading={connect.busy}
              disabled={address === ''}
              onClick={() => connect.run({ address, name: service })}
            >
              {text('services.again')}
            </Button>
          )}
          <Button variant="default" onClick={() => choose.run({ name: null })}>
            {text('services.stayHere')}
          </Button>
        </Group>
      </div>
    </main>
  )
}
