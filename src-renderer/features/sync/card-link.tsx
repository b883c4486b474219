import { CardNumber, LicensePlate } from '../../components/text/card-text.tsx'
import { PlaceLink } from '../../components/text/place-link.tsx'
import styles from './sync.module.css'

/** A card by number and plate; leads to its drawer. */
export function CardLink({
  cardId,
  cardNumber,
  licensePlate,
}: {
  cardId: string
  cardNumber: string
  licensePlate: string | null
}) {
  return (
    <PlaceLink className={styles.card} screen="cards" params={{ card: cardId }}>
      <CardNumber value={cardNumber} />
      {licensePlate !== null && <LicensePlate value={licensePlate} />}
    </PlaceLink>
  )
}
