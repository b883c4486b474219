import { Permitted } from '../../components/button/permitted.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'
import { Icon } from '../../components/icon.tsx'
import { Moment } from '../../components/text/moment.tsx'
import { text } from '../../locales/messages.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import styles from './shell.module.css'

/** Above every screen while either environment is held: each is released on its own, so each has its own button. */
export function HoldNotice({ environment }: { environment: EnvironmentName }) {
  const holds = useQuery('service.info', {}).value?.holds
  const [asking, setAsking] = useState<EnvironmentName | null>(null)
  const here = holds?.[environment] ?? null
  const other = environment === 'sandbox' ? 'production' : 'sandbox'
  const otherName = text(`environment.${other}`)
  const isOtherHeld = holds?.[other] != null
  if (here === null && !isOtherHeld) return null
  return (
    <div className={styles.hold} role="status">
      <Icon name="release" size={16} />
      {here !== null && (
        <>
          <span>
            <strong>{text('hold.title')}</strong> · {text('hold.text')} (<Moment value={here.since} />)
          </span>
          <Permitted call="hold.release">
            <Button variant="default" size="compact-xs" onClick={() => setAsking(environment)}>
              {text('hold.release')}
            </Button>
          </Permitted>
        </>
      )}
      {isOtherHeld && (
        <>
          <span>{text('hold.other', { environment: otherName })}</span>
          <Permitted call="hold.release">
            <Button variant="default" size="compact-xs" onClick={() => setAsking(other)}>
              {text('asks', { what: text('hold.release.do', { environment: otherName }) })}
            </Button>
          </Permitted>
        </>
      )}
      {asking !== null && <ReleaseDialog environment={asking} onClose={() => setAsking(null)} />}
    </div>
  )
}
