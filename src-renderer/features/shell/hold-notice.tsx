import { Button } from '@mantine/core'
import { useState } from 'react'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useAnswer } from '../../client/client-context.tsx'
import { Icon } from '../../components/icon.tsx'
import { Moment } from '../../components/text/moment.tsx'
import { text } from '../../locales/messages.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import styles from './shell.module.css'

/** Over every screen, while the environment holds back what it would send. */
export function HoldNotice({ environment }: { environment: EnvironmentName }) {
  const { value } = useAnswer('service.info', {})
  const [asking, setAsking] = useState(false)
  const hold = value?.holds[environment] ?? null
  if (hold === null) return null
  return (
    <div className={styles.hold} role="status">
      <Icon name="release" size={16} />
      <span>
        <strong>{text('hold.title')}</strong> · {text('hold.text')} (<Moment value={hold.since} />)
      </span>
      <Button variant="default" size="compact-xs" onClick={() => setAsking(true)}>
        {text('hold.release')}
      </Button>
      {asking && <ReleaseDialog environment={environment} onClose={() => setAsking(false)} />}
    </div>
  )
}
