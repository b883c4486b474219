import { Button } from '@mantine/core'
import { useQuery } from '../../client/client-context.tsx'
import { useCall } from '../../client/use-call.ts'
import { Permitted } from '../../components/button/permitted.tsx'
import { Icon } from '../../components/icon.tsx'
import { plural, text } from '../../locales/messages.ts'
import styles from './shell.module.css'

/** Tells administrators that the service has another public URL, and what that voids, until one of them has read it. */
export function MovedNotice() {
  const notice = useQuery('service.info', {}).value?.notices.find(({ kind }) => kind === 'public_url_moved')
  const read = useCall('signIn.markMoveRead', ['service.info'], () => {})
  if (notice?.kind !== 'public_url_moved') return null
  const { before, after, passkeys, redirectUri } = notice
  return (
    <div className={styles.hold} role="status">
      <Icon name="external" size={16} />
      <span>
        <strong>{text('moved.title')}</strong> · {text('moved.text', { before, after })}
        {passkeys > 0 && ` ${plural('moved.passkeys', passkeys)}`}
        {redirectUri !== null && ` ${text('moved.provider', { redirectUri })}`}
      </span>
      <Permitted call="signIn.markMoveRead">
        <Button variant="default" size="compact-xs" loading={read.busy} onClick={() => read.run({})}>
          {text('moved.read')}
        </Button>
      </Permitted>
    </div>
  )
}
