import { SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Icon, type IconName, type Tone } from '../../components/icon.tsx'
import { importText } from '../../locales/import/words.ts'
import { formatNumber, plural, text } from '../../locales/messages.ts'
import { ImportRows, type RowKind, type RowsPlace } from './import-rows.tsx'
import type { ImportReport } from './import-run.ts'
import styles from './imports.module.css'

const TILES: readonly { kind: RowKind; icon: IconName; tone: Tone }[] = [
  { kind: 'create', icon: 'circlePlus', tone: 'new' },
  { kind: 'change', icon: 'edit', tone: 'pending' },
  { kind: 'leave', icon: 'check', tone: 'active' },
  { kind: 'refuse', icon: 'alert', tone: 'failed' },
]

/** What a person looks at first. */
const WEIGHT: readonly RowKind[] = ['refuse', 'change', 'create', 'leave']

/** What an import would do, or has done: counts, each of which shows its rows. */
export function ImportReportView({ report, place }: { report: ImportReport; place: RowsPlace }) {
  const tense = report.applied ? 'done' : 'would'
  const [chosen, setChosen] = useState<RowKind | null>(null)
  const counts = { create: report.create, change: report.change, leave: report.leave, refuse: report.refusedTotal }
  const kind =
    chosen !== null && counts[chosen] > 0 ? chosen : (WEIGHT.find((candidate) => counts[candidate] > 0) ?? null)
  const leftOut = [
    ...report.ignoredColumns,
    ...report.untitledColumns.map((number) => text('columns.number', { number })),
  ]
  return (
    <Stack gap={10} fz="sm">
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" role="status">
        {TILES.map((tile) => (
          <Count
            key={tile.kind}
            icon={tile.icon}
            tone={tile.tone}
            value={counts[tile.kind]}
            label={text(`import.${tense}.${tile.kind}`)}
            open={tile.kind === kind}
            onOpen={() => setChosen(tile.kind)}
          />
        ))}
      </SimpleGrid>
      {report.gone > 0 && (
        <Text c="dimmed" fz="xs">
          {plural(`import.${tense}.gone`, report.gone)}
        </Text>
      )}
      {report.applied && leftOut.length > 0 && (
        <Text c="dimmed" fz="xs">
          {text('import.ignored', { columns: leftOut.join(', ') })}
        </Text>
      )}
      {kind === null && report.gone === 0 && (
        <Text c="dimmed" fz="sm">
          {importText('rows.none')}
        </Text>
      )}
      {kind !== null && (
        <ImportRows key={`${report.rowsId} ${kind}`} place={place} rowsId={report.rowsId} kind={kind} />
      )}
    </Stack>
  )
}

interface CountProps {
  icon: IconName
  tone: Tone
  value: number
  label: string
  open: boolean
  onOpen: () => void
}

function Count({ icon, tone, value, label, open, onOpen }: CountProps) {
  return (
    <UnstyledButton
      className={styles.tile}
      data-none={value === 0 || undefined}
      disabled={value === 0}
      aria-pressed={open}
      onClick={onOpen}
    >
      <Icon name={icon} size={16} tone={value === 0 ? undefined : tone} />
      <strong>{formatNumber(value)}</strong>
      <span>{label}</span>
    </UnstyledButton>
  )
}
