import { Text } from '@mantine/core'
import type { Approval } from '../../../../src-main/domain/approvals/approval.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { CardNumber } from '../../../components/text/card-text.tsx'
import { plural, text } from '../../../locales/messages.ts'
import { rowWords, valueLines } from './approval-words.ts'
import styles from './approval-values.module.css'

/** What a bulk change would give its cards, while it waits: its approver should see more than a number. */
export function ApprovalValues({ projectId, approval }: { projectId: string; approval: Approval }) {
  const { value } = useQuery('approvals.values', { projectId, approvalId: approval.id })
  if (value === undefined || value === null) return null
  const more = value.rowsTotal - value.rows.length
  return (
    <>
      {valueLines(approval.change, value).map((line) => (
        <Text key={line} fz="sm" className={styles.line}>
          {line}
        </Text>
      ))}
      {value.rowsTotal > 0 && (
        <ul className={styles.rows} tabIndex={0} aria-label={text('approvals.values.rows')}>
          {value.rows.map((row, index) => (
            // A file may name a card twice.
            <li key={index}>
              <CardNumber value={row.cardNumber} /> {rowWords(row)}
            </li>
          ))}
          {more > 0 && <li>{plural('approvals.values.more', more)}</li>}
        </ul>
      )}
    </>
  )
}
