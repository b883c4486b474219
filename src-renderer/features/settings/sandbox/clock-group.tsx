import { Permitted } from '../../../components/button/permitted.tsx'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { useCall, type Call } from '../../../client/use-call.ts'
import { useQuery, useService } from '../../../client/client-context.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { Foot, SettingsGroup, Row } from '../settings-group.tsx'
import { SkeletonGroup } from '../skeleton-group.tsx'
import { AdvanceForm } from './advance-form.tsx'
import { aheadWords } from './clock-words.ts'
import { ResetClockDialog } from './reset-clock-dialog.tsx'
import { TickingTime } from './ticking-time.tsx'

const HOUR_MS = 3_600_000
const STEPS = [
  { key: 'hour', ms: HOUR_MS },
  { key: 'day', ms: 24 * HOUR_MS },
  { key: 'month', ms: 30 * 24 * HOUR_MS },
] as const

/** The sandbox's clock: shown, advanced and reset. */
export function ClockGroup() {
  const { value, error, reload } = useQuery('clock.show', {})
  const [resetting, setResetting] = useState(false)
  const advance = useAdvance()
  if (error !== null) return <ErrorMessage title={text('settings.clock.error')} error={error} onRetry={reload} />
  if (value === undefined) return <SkeletonGroup title={text('settings.clock')} rows={2} />
  return (
    <SettingsGroup title={text('settings.clock')} lead={text('settings.clock.lead')}>
      <Row
        label={text('settings.clock.now')}
        hint={value.offsetMs === 0 ? text('settings.clock.same') : aheadWords(value.offsetMs)}
      >
        <TickingTime now={value.now} />
      </Row>
      <Row label={text('settings.clock.advance')} hint={text('settings.clock.advance.hint')}>
        <Group gap="sm">
          {STEPS.map(({ key, ms }) => (
            <Permitted key={key} call="clock.advance">
              <Button variant="default" disabled={advance.busy} onClick={() => advance.run({ ms })}>
                {text(`settings.clock.step.${key}`)}
              </Button>
            </Permitted>
          ))}
        </Group>
      </Row>
      <Foot>
        <AdvanceForm busy={advance.busy} onAdvance={(ms) => advance.run({ ms })} />
        <Permitted call="clock.reset">
          <Button variant="default" disabled={value.offsetMs === 0} onClick={() => setResetting(true)}>
            {text('settings.clock.reset')}
          </Button>
        </Permitted>
        <Problem words={advance.problem} />
      </Foot>
      {resetting && <ResetClockDialog offsetMs={value.offsetMs} onClose={() => setResetting(false)} />}
    </SettingsGroup>
  )
}

/** Advances the sandbox's clock; everything due on the way has happened when it resolves. */
function useAdvance(): Call<'clock.advance'> {
  const { data } = useService()
  return useCall('clock.advance', ['clock.show'], ({ offsetMs }) => {
    // Anything may have changed: due dates, expiries, deliveries.
    data.invalidate()
    showToast('done', text('settings.clock.advanced', { ahead: aheadWords(offsetMs) }))
  })
}
