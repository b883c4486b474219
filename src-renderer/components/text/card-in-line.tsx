import type { ReactNode } from 'react'
import type { Card } from '../../../src-main/domain/card.ts'
import { CardNumber, LicensePlate } from './card-text.tsx'
import styles from './card-text.module.css'

/** A card as people know it: number, plate and driver, and what stands beside them. */
export function CardInLine({
  card,
  children,
}: {
  card: Pick<Card, 'cardNumber' | 'licensePlate' | 'driver'>
  children?: ReactNode
}) {
  return (
    <span className={styles.inLine}>
      <CardNumber value={card.cardNumber} />
      {card.licensePlate !== null && <LicensePlate value={card.licensePlate} />}
      {card.driver !== null && <span>{card.driver}</span>}
      {children}
    </span>
  )
}
