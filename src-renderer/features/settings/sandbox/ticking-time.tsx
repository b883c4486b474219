import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { formatSecond, formatUtc } from '../../../locales/messages.ts'
import styles from '../settings.module.css'

/** A time that goes on by itself from the moment it was told. */
export function TickingTime({ now }: { now: string }) {
  return <TickingFrom key={now} now={now} />
}

function TickingFrom({ now }: { now: string }) {
  const [toldAtMs] = useState(() => performance.now())
  const [elapsedMs, setElapsed] = useState(0)
  useInterval(() => setElapsed(performance.now() - toldAtMs), 1_000, { autoInvoke: true })
  const shown = new Date(Date.parse(now) + elapsedMs).toISOString()
  return (
    <time className={styles.time} dateTime={shown} title={formatUtc(shown)}>
      {formatSecond(shown)}
    </time>
  )
}
