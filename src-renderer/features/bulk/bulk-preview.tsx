import { Box, Paper, Stack, Text } from '@mantine/core'
import type { BulkPreview } from '../../../src-main/domain/cards/bulk.ts'
import { SmallTable } from '../../components/table/small-table.tsx'
import { CardNumber } from '../../components/text/card-text.tsx'
import { Icon } from '../../components/icon.tsx'
import { formatNumber, plural, text } from '../../locales/messages.ts'
import { reasonWords } from './bulk-words.ts'
import styles from './bulk.module.css'

interface BulkPreviewViewProps {
  command: 'enable' | 'disable' | 'activate' | 'update'
  preview: BulkPreview
}

/**
 * How many cards will change, stay the same and be refused, and why: the same words and numbers that the result will
 * have.
 */
export function BulkPreviewView({ command, preview }: BulkPreviewViewProps) {
  const { allowed, refused, refusedTotal, skipped, handsOver } = preview
  const reasons = [...Map.groupBy(refused, (refusal) => reasonWords(refusal))]
  return (
    <Stack gap={10} fz="sm" lh={1.5}>
      {(allowed === 0 || handsOver < allowed) && (
        <p className={styles.outcome}>
          {allowed > 0 ? <Icon name="circleCheck" tone="active" /> : <Icon name="circleMinus" tone="inactive" />}
          {allowed > 0 ? plural(`bulk.will.${command}`, allowed) : text('bulk.will.none')}
        </p>
      )}
      {handsOver > 0 && (
        <p className={styles.outcome}>
          <Icon name="circleCheck" tone="active" />
          {plural('bulk.will.handOver', handsOver)}
        </p>
      )}
      {skipped > 0 && (
        <p className={styles.outcome}>
          <Icon name="circleMinus" tone="inactive" />
          <span>
            {plural('bulk.skipped', skipped)} {text('skip.nothing_to_change')}
          </span>
        </p>
      )}
      {refusedTotal > 0 && (
        <Paper component="details" withBorder className={styles.refused}>
          <summary>
            <Icon name="alert" tone="pending" />
            <span>
              {plural('bulk.refused', refusedTotal)}
              {reasons.map(([reason, cards]) => (
                <span key={reason} className={styles.reason}>
                  {/* Of a cut list, the count per reason is unknown. */}
                  {refusedTotal === refused.length && <strong>{formatNumber(cards.length)}</strong>} {reason}
                </span>
              ))}
            </span>
            <span className={styles.show}>{text('bulk.refused.show')}</span>
          </summary>
          <SmallTable
            className={styles.list}
            label={text('bulk.refused.list')}
            foot={
              refusedTotal > refused.length && (
                <Text c="dimmed" fz="sm">
                  {plural('bulk.refused.more', refusedTotal - refused.length)}
                </Text>
              )
            }
          >
            {refused.map((refusal, index) => (
              // A file may name the same unknown number twice.
              <tr key={`${refusal.cardNumber ?? refusal.cardId ?? ''} ${index}`}>
                <td>
                  {refusal.cardNumber === null ? (
                    <Box component="span" c="dimmed">
                      {text('bulk.unknownCard')}
                    </Box>
                  ) : (
                    <CardNumber value={refusal.cardNumber} />
                  )}
                </td>
                <td>{reasonWords(refusal)}</td>
              </tr>
            ))}
          </SmallTable>
        </Paper>
      )}
    </Stack>
  )
}
