import { Box } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { formatSecond, formatUtc } from '../../../locales/messages.ts'

/** A time that keeps ticking from when it was received. */
export function TickingTime({ now }: { now: string }) {
  return <TickingFrom key={now} now={now} />
}

function TickingFrom({ now }: { now: string }) {
  const [receivedAtMs] = useState(() => performance.now())
  const [elapsedMs, setElapsed] = useState(0)
  useInterval(() => setElapsed(performance.now() - receivedAtMs), 1_000, { autoInvoke: true })
  const shown = new Date(Date.parse(now) + elapsedMs).toISOString()
  return (
    <Box component="time" fz="md" fw={600} dateTime={shown} title={formatUtc(shown)}>
      {formatSecond(shown)}
    </Box>
  )
}
