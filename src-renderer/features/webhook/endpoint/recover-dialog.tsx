import { Radio, Text } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { Webhook } from '../../../../src-main/domain/webhook.ts'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { DAY_MS, plural, text } from '../../../locales/messages.ts'
import { useAheadMs } from '../environment-time.ts'

const MINUTE_MS = 60_000
/** Hours back. The service allows 14 days; the last minute allows for the request's own time. */
const SPANS = [1, 24, 72, 168, 336] as const

/** Recovers events: resends what never arrived since a chosen time. */
export function RecoverDialog({
  webhook,
  onClose,
  ...place
}: ProjectScope & { webhook: Webhook; onClose: () => void }) {
  const aheadMs = useAheadMs(place.environment)
  const [hours, setHours] = useState<number>(24)
  const { busy, problem, run } = useCall(
    'webhook.recover',
    ['webhook.deliveries.list', 'webhook.get', 'audit.list'],
    ({ queued }) => {
      if (queued === 0) showToast('done', text('webhook.recovered.none'))
      else showToast('sent', plural('webhook.recovered', queued))
      onClose()
    },
  )
  const since = () =>
    new Date(Date.now() + aheadMs - hours * (DAY_MS / 24) + (hours === 336 ? MINUTE_MS : 0)).toISOString()
  return (
    <FormDialog
      title={text('webhook.recover')}
      action={text('webhook.recover')}
      busy={busy}
      problem={problem}
      disabled={webhook.status === 'disabled'}
      onSubmit={() => run({ ...place, since: since() })}
      onClose={onClose}
    >
      <Text size="sm">{text(webhook.status === 'disabled' ? 'webhook.recover.disabled' : 'webhook.recover.text')}</Text>
      <Radio.Group
        label={text('webhook.recover.since')}
        value={String(hours)}
        onChange={(value) => setHours(Number(value))}
      >
        {SPANS.map((span) => (
          <Radio
            key={span}
            mt="xs"
            size="sm"
            value={String(span)}
            label={span < 24 ? plural('webhook.recover.hours', span) : plural('webhook.recover.days', span / 24)}
          />
        ))}
      </Radio.Group>
    </FormDialog>
  )
}
