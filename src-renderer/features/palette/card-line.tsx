import type { Card } from '../../../src-main/domain/card.ts'
import { StatusBadge } from '../../components/badges.tsx'
import { CardNumber, LicensePlate } from '../../components/card-text.tsx'
import styles from './palette.module.css'

/** A found card in one line. */
export function CardLine({ card }: { card: Card }) {
  return (
    <span className={styles.card}>
      <CardNumber value={card.cardNumber} />
      {card.licensePlate !== null && <LicensePlate value={card.licensePlate} />}
      <span className={styles.driver}>{card.driver}</span>
      <StatusBadge status={card.status} />
    </span>
  )
}
