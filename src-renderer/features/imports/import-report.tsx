import { Icon, type IconName } from '../../components/icon.tsx'
import { formatNumber, plural, text } from '../../locales/messages.ts'
import type { ImportReport } from './import-run.ts'
import { refusalWords } from './refusal-words.ts'
import styles from './imports.module.css'

/** What an import would do, or has done: counts, and the refused rows by their line. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const tense = report.applied ? 'done' : 'would'
  return (
    <div className={styles.report} role="status">
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
      {report.gone > 0 && <p className={styles.dim}>{plural(`import.${tense}.gone`, report.gone)}</p>}
      {report.ignoredColumns.length > 0 && (
        <p className={styles.dim}>{text('import.ignored', { columns: report.ignoredColumns.join(', ') })}</p>
      )}
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
            <p className={styles.dim}>{plural('bulk.refused.more', report.refusedTotal - report.refuse.length)}</p>
          )}
        </div>
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
