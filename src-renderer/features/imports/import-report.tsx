import { SimpleGrid, Stack, Text } from '@mantine/core'
import { Icon, type IconName, type Tone } from '../../components/icon.tsx'
import { SmallTable } from '../../components/table/small-table.tsx'
import { CardNumber } from '../../components/text/card-text.tsx'
import { formatNumber, plural, text } from '../../locales/messages.ts'
import { ChangeList } from '../audit/change-list.tsx'
import type { ImportReport } from './import-run.ts'
import { refusalWords } from './refusal-words.ts'
import styles from './imports.module.css'

/** What an import would do, or has done: counts, and the refused rows by their line. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const tense = report.applied ? 'done' : 'would'
  return (
    <Stack gap={10} fz="sm" role="status">
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        <Count icon="circlePlus" tone="new" value={report.create} label={text(`import.${tense}.create`)} />
        <Count icon="edit" tone="pending" value={report.change} label={text(`import.${tense}.change`)} />
        <Count icon="check" tone="active" value={report.leave} label={text(`import.${tense}.leave`)} />
        <Count
          icon="alert"
          tone={report.refusedTotal > 0 ? 'failed' : 'active'}
          value={report.refusedTotal}
          label={text(`import.${tense}.refuse`)}
        />
      </SimpleGrid>
      {report.gone > 0 && (
        <Text c="dimmed" fz="xs">
          {plural(`import.${tense}.gone`, report.gone)}
        </Text>
      )}
      {report.ignoredColumns.length > 0 && (
        <Text c="dimmed" fz="xs">
          {text('import.ignored', { columns: report.ignoredColumns.join(', ') })}
        </Text>
      )}
      {(['create', 'change'] as const).map((kind) => (
        <Samples key={kind} kind={kind} report={report} />
      ))}
      {report.refuse.length > 0 && (
        <SmallTable
          className={styles.lines}
          label={text('import.refused')}
          head={[text('import.line'), text('import.reason')]}
          foot={<More count={report.refusedTotal - report.refuse.length} />}
        >
          {report.refuse.map((row, index) => (
            <tr key={`${row.line} ${index}`}>
              <th scope="row">{formatNumber(row.line)}</th>
              <td>{refusalWords(row)}</td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Stack>
  )
}

/** The first cards that would be created, or changed, with what changes. */
function Samples({ kind, report }: { kind: 'create' | 'change'; report: ImportReport }) {
  const samples = report.samples.filter((sample) => sample.kind === kind)
  if (samples.length === 0) return null
  const label = text(`import.samples.${kind}`)
  return (
    <SmallTable
      className={styles.lines}
      label={label}
      head={[text('import.line'), label, text(kind === 'create' ? 'import.samples.values' : 'activity.column.change')]}
      foot={<More count={report[kind] - samples.length} />}
    >
      {samples.map((sample) => (
        <tr key={sample.line}>
          <th scope="row">{formatNumber(sample.line)}</th>
          <td>
            <CardNumber value={sample.cardNumber} />
          </td>
          <td>
            <ChangeList entry={{ ...sample, erased: [] }} />
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}

/** How many rows the list leaves out. */
function More({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <Text c="dimmed" fz="xs">
      {plural('bulk.refused.more', count)}
    </Text>
  )
}

function Count({ icon, tone, value, label }: { icon: IconName; tone: Tone; value: number; label: string }) {
  return (
    <div className={styles.tile} data-none={value === 0 || undefined}>
      <Icon name={icon} size={16} tone={value === 0 ? undefined : tone} />
      <strong>{formatNumber(value)}</strong>
      <span>{label}</span>
    </div>
  )
}
