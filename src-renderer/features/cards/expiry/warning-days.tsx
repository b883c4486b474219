import { Group, NativeSelect } from '@mantine/core'
import type { EnvironmentName } from '../../../../src-main/domain/environment-name.ts'
import { useCall } from '../../../client/use-call.ts'
import { Permitted } from '../../../components/button/permitted.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { expiryText as words } from '../../../locales/expiry/words.ts'

const OFFERED = [14, 30, 45, 60, 90, 120]

/** How early the service announces a card that ends. */
export function WarningDays({
  projectId,
  environment,
  days,
}: {
  projectId: string
  environment: EnvironmentName
  days: number
}) {
  const set = useCall('cards.setExpiryWarning', ['cards.expiryPeriods', 'audit.list'], ({ warningDays }) =>
    showToast('done', words('warning.done', { days: warningDays })),
  )
  const offered = [...new Set([...OFFERED, days])].toSorted((one, other) => one - other)
  return (
    <Group gap="sm" wrap="nowrap">
      <Problem words={set.problem} />
      <Permitted call="cards.setExpiryWarning">
        <NativeSelect
          size="xs"
          aria-label={words('warning')}
          title={words('warning.hint')}
          data={offered.map((value) => ({ value: String(value), label: words('warning.days', { days: value }) }))}
          value={String(days)}
          onChange={(event) => set.run({ projectId, environment, days: Number(event.currentTarget.value) })}
        />
      </Permitted>
    </Group>
  )
}
