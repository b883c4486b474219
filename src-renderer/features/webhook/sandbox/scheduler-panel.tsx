import { Permitted } from '../../../components/button/permitted.tsx'
import { Box, Button, Checkbox, NumberInput, Stack, Switch, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { EventName } from '../../../../src-main/domain/event-catalogue.ts'
import type { Scheduler, Webhook } from '../../../../src-main/domain/webhook.ts'
import { useCall } from '../../../client/use-call.ts'
import { Countdown } from '../../../components/text/countdown.tsx'
import { Fact, Facts } from '../../../components/text/facts.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { Panel } from '../../../components/screen/panel.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { useAheadMs } from '../environment-time.ts'
import styles from './sandbox.module.css'

/** As the service allows. */
const SHORTEST_HOURS = 0.1
const LONGEST_HOURS = 720

/** Simulated events on a schedule, to keep a receiver busy. */
export function SchedulerPanel({ webhook, ...place }: ProjectScope & { webhook: Webhook }) {
  const { scheduler } = webhook
  const aheadMs = useAheadMs(place.environment)
  const [enabled, setEnabled] = useState(scheduler.enabled)
  const [hours, setHours] = useState<number | string>(scheduler.intervalHours)
  const [events, setEvents] = useState<readonly EventName[]>(scheduler.scheduledEvents)
  const { busy, problem, run } = useCall(
    'webhook.scheduler.update',
    ['webhook.get', 'webhook.scheduler.get', 'audit.list'],
    () => showToast('done', text('scheduler.saved')),
  )
  const chosen = webhook.events.filter((name) => events.includes(name))
  const interval = Number(hours)
  const fits = Number.isFinite(interval) && interval >= SHORTEST_HOURS && interval <= LONGEST_HOURS
  const missing = enabled && chosen.length === 0
  const changed =
    enabled !== scheduler.enabled ||
    interval !== scheduler.intervalHours ||
    chosen.join() !== scheduler.scheduledEvents.join()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fits && !missing) run({ ...place, enabled, intervalHours: interval, scheduledEvents: [...chosen] })
  }
  return (
    <Panel title={text('scheduler.title')}>
      <Text c="dimmed" fz="sm" lh={1.5}>
        {text('scheduler.text')}
      </Text>
      <form onSubmit={submit} noValidate>
        <Stack gap={14}>
          <Switch
            label={text('scheduler.enabled')}
            checked={enabled}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />
          <NumberInput
            maw="12rem"
            label={text('scheduler.interval')}
            description={text('scheduler.interval.hint')}
            suffix={text('scheduler.interval.unit')}
            min={SHORTEST_HOURS}
            max={LONGEST_HOURS}
            step={1}
            decimalScale={1}
            clampBehavior="none"
            value={hours}
            error={fits ? null : text('scheduler.interval.wrong')}
            onChange={setHours}
          />
          <Checkbox.Group
            label={text('scheduler.events')}
            value={[...chosen]}
            error={missing ? text('scheduler.events.missing') : null}
            onChange={(names) => setEvents(webhook.events.filter((name) => names.includes(name)))}
          >
            <div className={styles.checks}>
              {webhook.events.map((name) => (
                <Checkbox key={name} size="xs" value={name} label={<code>{name}</code>} />
              ))}
            </div>
          </Checkbox.Group>
          <Problem words={problem} />
          <Permitted call="webhook.scheduler.update">
            <Button
              w="fit-content"
              type="submit"
              variant={changed ? 'filled' : 'default'}
              loading={busy}
              disabled={!changed || !fits || missing}
            >
              {text('scheduler.save')}
            </Button>
          </Permitted>
        </Stack>
      </form>
      <Runs scheduler={scheduler} aheadMs={aheadMs} />
    </Panel>
  )
}

function Runs({ scheduler: { nextRunAt, lastRunAt }, aheadMs }: { scheduler: Scheduler; aheadMs: number }) {
  return (
    <Facts>
      <Fact name={text('scheduler.next')}>
        {nextRunAt === null ? (
          <Box component="span" c="dimmed">
            {text('scheduler.next.none')}
          </Box>
        ) : (
          <Countdown to={nextRunAt} aheadMs={aheadMs} />
        )}
      </Fact>
      <Fact name={text('scheduler.last')}>
        {lastRunAt === null ? (
          <Box component="span" c="dimmed">
            {text('webhook.never')}
          </Box>
        ) : (
          <Moment value={lastRunAt} aheadMs={aheadMs} />
        )}
      </Fact>
    </Facts>
  )
}
