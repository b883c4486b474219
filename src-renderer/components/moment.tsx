import { Tooltip } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { formatMoment, formatUtc } from '../locales/messages.ts'
import styles from './moment.module.css'

const STEP_MS = 30_000

/** A time as people say it; the exact one, in UTC, on hover and focus. */
export function Moment({ value }: { value: string }) {
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), STEP_MS, { autoInvoke: true })
  return (
    <Tooltip label={formatUtc(value)} events={{ hover: true, focus: true, touch: true }}>
      <time className={styles.moment} dateTime={value} tabIndex={0}>
        {formatMoment(value, now)}
      </time>
    </Tooltip>
  )
}
