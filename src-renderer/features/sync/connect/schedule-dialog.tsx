import { NumberInput, Switch } from '@mantine/core'
import { useState } from 'react'
import type { Provider } from '../../../../src-main/domain/sync/provider.ts'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { CHANGED_BY_SYNC } from '../sync-place.ts'

/** As the service allows: a day at most. */
const LONGEST_MINUTES = 1_440

/** How often to sync automatically. */
export function ScheduleDialog({
  projectId,
  provider: { schedule },
  onClose,
}: {
  projectId: string
  provider: Provider
  onClose: () => void
}) {
  const [enabled, setEnabled] = useState(schedule.enabled)
  const [minutes, setMinutes] = useState<number | string>(schedule.intervalMinutes)
  const interval = Number(minutes)
  const fits = Number.isSafeInteger(interval) && interval >= 1 && interval <= LONGEST_MINUTES
  const { busy, problem, run } = useCall('provider.schedule', CHANGED_BY_SYNC, () => {
    showToast('done', text('sync.schedule.saved'))
    onClose()
  })
  return (
    <FormDialog
      title={text('sync.schedule.title')}
      action={text('save')}
      busy={busy}
      problem={problem}
      onSubmit={() => fits && run({ projectId, enabled, intervalMinutes: interval })}
      onClose={onClose}
    >
      <Switch
        data-autofocus
        label={text('sync.schedule.enabled')}
        description={text('sync.schedule.hint')}
        checked={enabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
      <NumberInput
        maw="12rem"
        label={text('sync.schedule.interval')}
        suffix={text('sync.schedule.unit')}
        min={1}
        max={LONGEST_MINUTES}
        allowDecimal={false}
        clampBehavior="none"
        disabled={!enabled}
        value={minutes}
        error={fits ? null : text('sync.schedule.wrong')}
        onChange={setMinutes}
      />
    </FormDialog>
  )
}
