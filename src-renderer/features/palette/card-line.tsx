import type { ShownCard } from '../../../src-main/domain/cards/at-provider.ts'
import { StatusBadge } from '../../components/badge/badges.tsx'
import { CardNumber, LicensePlate } from '../../components/text/card-text.tsx'
import styles from './palette.module.css'

/** A found card in one line. */
export function CardLine({ card }: { card: ShownCard }) {
  return (
    <span className={styles.card}>
      <CardNumber value={card.cardNumber} />
      {card.licensePlate !== null && <LicensePlate value={card.licensePlate} />}
      <span className={styles.driver}>{card.driver}</span>
      <StatusBadge card={card} />
    </span>
  )
}
