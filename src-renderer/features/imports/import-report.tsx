import { Box, Stack } from '@mantine/core'
import { Icon, type IconName } from '../../components/icon.tsx'
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
      <div className={styles.counts}>
        <Count icon="circlePlus" tone="new" value={report.create} label={text(`import.${tense}.create`)} />
        <Count icon="edit" tone="changed" value={report.change} label={text(`import.${tense}.change`)} />
        <Count icon="check" tone="left" value={report.leave} label={text(`import.${tense}.leave`)} />
        <Count
          icon="alert"
          tone={report.refusedTotal > 0 ? 'refused' : 'left'}
          value={report.refusedTotal}
          label={text(`import.${tense}.refuse`)}
        />
      </div>
      {report.gone > 0 && (
        <Box component="p" m={0} c="dimmed" fz="xs" fw={400}>
          {plural(`import.${tense}.gone`, report.gone)}
        </Box>
      )}
      {report.ignoredColumns.length > 0 && (
        <Box component="p" m={0} c="dimmed" fz="xs" fw={400}>
          {text('import.ignored', { columns: report.ignoredColumns.join(', ') })}
        </Box>
      )}
      {(['create', 'change'] as const).map((kind) => (
        <Samples key={kind} kind={kind} report={report} />
      ))}
      {report.refuse.length > 0 && (
        <div className={styles.refused} role="region" aria-label={text('import.refused')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text('import.line')}</th>
                <th scope="col">{text('import.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {report.refuse.map((row, index) => (
                <tr key={`${row.line} ${index}`}>
                  <th scope="row">{formatNumber(row.line)}</th>
                  <td>{refusalWords(row)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {report.refusedTotal > report.refuse.length && (
            <Box component="p" m={0} c="dimmed" fz="xs" fw={400}>
              {plural('bulk.refused.more', report.refusedTotal - report.refuse.length)}
            </Box>
          )}
        </div>
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
    <div className={styles.refused} role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('import.line')}</th>
            <th scope="col">{label}</th>
            <th scope="col">{text(kind === 'create' ? 'import.samples.values' : 'activity.column.change')}</th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
      {report[kind] > samples.length && (
        <Box component="p" m={0} c="dimmed" fz="xs" fw={400}>
          {plural('bulk.refused.more', report[kind] - samples.length)}
        </Box>
      )}
    </div>
  )
}

function Count({ icon, tone, value, label }: { icon: IconName; tone: string; value: number; label: string }) {
  return (
    <div className={styles.tile} data-tone={value === 0 ? 'none' : tone}>
      <Icon name={icon} size={16} />
      <strong>{formatNumber(value)}</strong>
      <span>{label}</span>
    </div>
  )
}
