import { Box, Flex } from '@mantine/core'
import { claimOf, type ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import { StatusBadge } from '../../../components/badge/badges.tsx'
import { CardNumber, LicensePlate } from '../../../components/text/card-text.tsx'
import { Icon } from '../../../components/icon.tsx'
import { formatCalendarDate, text } from '../../../locales/messages.ts'
import styles from './physical-card.module.css'

/** A picture of the plastic card, in the proportions of ISO/IEC 7810 (ID-1): 85.6 to 54. */
export function PhysicalCard({ card, caption }: { card: ShownCard; caption?: string }) {
  return (
    <div className={styles.stage}>
      <div className={styles.card} data-status={claimOf(card) === null ? card.status : card.atProvider.status}>
        <div className={styles.line}>
          <span className={styles.mark}>
            <Icon name="fuel" size={20} />
          </span>
          <StatusBadge card={card} />
        </div>
        <span className={styles.chip} aria-hidden="true" />
        <span className={styles.number}>
          <CardNumber value={card.cardNumber} />
        </span>
        <div className={styles.line}>
          <Flex component="span" direction="column" gap="xs" align="flex-start" miw={0}>
            {card.licensePlate !== null && <LicensePlate value={card.licensePlate} />}
            <span className={styles.driver}>{card.driver ?? text('cards.notActivated')}</span>
          </Flex>
          <span className={styles.valid}>
            <span>{text('card.validThrough')}</span>
            <strong>
              {card.expirationDate === null ? text('cards.unknown') : formatCalendarDate(card.expirationDate)}
            </strong>
          </span>
        </div>
      </div>
      {caption !== undefined && (
        <Box component="p" mt="md" mx={0} mb={0} c="dimmed" fz="sm">
          {caption}
        </Box>
      )}
    </div>
  )
}
