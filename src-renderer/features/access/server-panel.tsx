import { Box, Button, Group, NumberInput, Paper, Stack, Switch } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Permitted } from '../../components/button/permitted.tsx'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { useQuery } from '../../client/client-context.tsx'
import { useBarrier } from '../../client/rights.tsx'
import { useCall } from '../../client/use-call.ts'
import { Problem } from '../../components/feedback/problem.tsx'
import { StateBadge } from '../../components/badge/state-badge.tsx'
import { showToast } from '../../components/feedback/toast-store.ts'
import { text } from '../../locales/messages.ts'

const FRAME = { withBorder: true, radius: 'lg', py: 14, px: 'lg', fz: 'sm', lh: 1.5 } as const

type Info = CallOutput<'service.info'>

/** Whether the API listens and where. The desktop switches it; elsewhere it is the page's own server. */
export function ServerPanel({ info }: { info: Info | undefined }) {
  const desktop = useQuery('desktop.get', {}).value?.desktop
  const settings = useQuery('settings.get', {}).value
  return (
    <div role="group" aria-label={text('server.title')}>
      <Group justify="space-between" mih="2rem" pb="xs">
        <h2>{text('server.title')}</h2>
        {info !== undefined && <ServerBadge state={info.api.state} />}
      </Group>
      {info !== undefined && desktop === null && (
        <Paper component="p" {...FRAME}>
          {text('server.page', { port: String(info.api.port ?? '') })}
        </Paper>
      )}
      {info !== undefined && desktop !== null && desktop !== undefined && settings !== undefined && (
        <ServerForm info={info} settings={settings} />
      )}
    </div>
  )
}

function ServerBadge({ state }: { state: Info['api']['state'] }) {
  if (state === 'on') return <StateBadge tone="active" icon="circleCheck" word={text('server.on')} />
  if (state === 'off') return <StateBadge tone="inactive" icon="circleMinus" word={text('server.off')} />
  return <StateBadge tone="failed" icon="alert" word={text('server.taken')} />
}

function ServerForm({ info, settings: { settings, fixed } }: { info: Info; settings: CallOutput<'settings.get'> }) {
  const [port, setPort] = useState<number | null>(null)
  const save = useCall('settings.update', ['settings.get', 'service.info', 'audit.list'], () => {
    setPort(null)
    showToast('done', text('settings.saved'))
  })
  const why = useBarrier('settings.update')
  const { enabled } = settings.api
  const shownPort = port ?? settings.api.port
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (port !== null) save.run({ api: { port } })
  }
  return (
    <Paper component="form" {...FRAME} onSubmit={submit}>
      <Stack gap="lg">
        {info.api.state === 'port_taken' && (
          <Box component="p" m={0} c="var(--status-failed-ink)">
            {text('server.taken.text', { port: String(settings.api.port) })}
          </Box>
        )}
        <Switch
          label={text('server.switch')}
          description={why ?? text('server.switch.hint')}
          checked={enabled}
          disabled={why !== null || save.busy || fixed.includes('api.enabled')}
          onChange={(event) => save.run({ api: { enabled: event.currentTarget.checked } })}
        />
        <Group gap="sm" align="flex-end">
          <NumberInput
            label={text('server.port')}
            description={text(fixed.includes('api.port') ? 'settings.fixed' : 'server.port.hint')}
            value={shownPort}
            min={1}
            max={65_535}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            thousandSeparator=""
            disabled={why !== null || fixed.includes('api.port')}
            onChange={(next) => setPort(Number(next))}
          />
          <Permitted call="settings.update">
            <Button
              type="submit"
              variant="default"
              loading={save.busy}
              disabled={port === null || port === settings.api.port || port < 1}
            >
              {text('server.port.do')}
            </Button>
          </Permitted>
        </Group>
        <Problem words={save.problem} />
      </Stack>
    </Paper>
  )
}
