import { Box, Stack } from '@mantine/core'
import type { BulkPreview } from '../../../src-main/domain/cards/bulk.ts'
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
 * How many cards will change, stay as they are, and be refused, and why: the words and numbers that the result will
 * have.
 */
export function BulkPreviewView({ command, preview }: BulkPreviewViewProps) {
  const { allowed, refused, refusedTotal, skipped } = preview
  const reasons = [...Map.groupBy(refused, (refusal) => reasonWords(refusal))]
  return (
    <Stack gap={10} fz="sm" lh={1.5}>
      <p className={styles.outcome} data-outcome={allowed > 0 ? 'done' : 'none'}>
        <Icon name={allowed > 0 ? 'circleCheck' : 'circleMinus'} />
        {allowed > 0 ? plural(`bulk.will.${command}`, allowed) : text('bulk.will.none')}
      </p>
      {skipped > 0 && (
        <p className={styles.outcome} data-outcome="none">
          <Icon name="circleMinus" />
          <span>
            {plural('bulk.skipped', skipped)} {text('skip.nothing_to_change')}
          </span>
        </p>
      )}
      {refusedTotal > 0 && (
        <details className={styles.refused}>
          <summary>
            <Icon name="alert" />
            <span>
              {plural('bulk.refused', refusedTotal)}
              {reasons.map(([reason, cards]) => (
                <span key={reason} className={styles.reason}>
                  {/* The list may be cut, and then the count of a reason is unknown. */}
                  {refusedTotal === refused.length && <strong>{formatNumber(cards.length)}</strong>} {reason}
                </span>
              ))}
            </span>
            <span className={styles.show}>{text('bulk.refused.show')}</span>
          </summary>
          <div className={styles.list} role="region" aria-label={text('bulk.refused.list')} tabIndex={0}>
            <table className={styles.cards}>
              <tbody>
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
              </tbody>
            </table>
            {refusedTotal > refused.length && (
              <Box component="p" c="dimmed">
                {plural('bulk.refused.more', refusedTotal - refused.length)}
              </Box>
            )}
          </div>
        </details>
      )}
    </Stack>
  )
}
