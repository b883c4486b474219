import { Box, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '../../client/client-context.tsx'
import { useCall } from '../../client/use-call.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { formatNumber, text } from '../../locales/messages.ts'

const COUNTED = ['webhooks', 'deliveries', 'pushes', 'schedules', 'jobs'] as const

/** Names what stops with this computer's own service, then stops it. */
export function StopLocalDialog({ onClose }: { onClose: () => void }) {
  const { value } = useQuery('services.localWork', {})
  const stop = useCall('services.stopLocal', ['services.state', 'services.localWork'], onClose)
  const work = value?.work
  return (
    <FormDialog
      title={text('services.stop.title')}
      action={text('services.stop.submit')}
      danger
      busy={stop.busy}
      disabled={work == null}
      problem={stop.problem}
      onClose={onClose}
      onSubmit={() => stop.run({})}
    >
      <Stack gap="md">
        <Text>{text('services.stop.text')}</Text>
        {work != null && (
          <Stack component="dl" m={0} gap={6} fz="sm">
            <Line name={text('services.stop.api')}>
              {work.apiPort === null ? text('services.stop.api.off') : `127.0.0.1:${work.apiPort}`}
            </Line>
            {COUNTED.map((name) => (
              <Line key={name} name={text(`services.stop.${name}`)}>
                {formatNumber(work[name])}
              </Line>
            ))}
          </Stack>
        )}
        <Text c="dimmed" fz="sm">
          {text('services.stop.later')}
        </Text>
      </Stack>
    </FormDialog>
  )
}

function Line({ name, children }: { name: string; children: string }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text component="dt" inherit c="dimmed">
        {name}
      </Text>
      <Box component="dd" m={0}>
        {children}
      </Box>
    </Group>
  )
}
