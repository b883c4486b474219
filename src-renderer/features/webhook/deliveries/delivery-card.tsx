import { useAnswer } from '../../../client/client-context.tsx'
import { CardNumber, LicensePlate } from '../../../components/card-text.tsx'
import { text } from '../../../locales/messages.ts'
import type { ProjectPlace } from '../webhook-place.ts'
import styles from './deliveries.module.css'

/** The card that an event is about, by what a person knows it by: its plate, else the end of its number. */
export function DeliveryCard({ projectId, environment, cardId, whole = false }: ProjectPlace & { cardId: string; whole?: boolean }) {
  const { value: card, error } = useAnswer('cards.get', { projectId, environment, cardId })
  if (error !== null) return <span className={styles.dim}>{text('delivery.mockCard')}</span>
  if (card === undefined) return null
  if (whole) {
    return (
      <span className={styles.card}>
        <CardNumber value={card.cardNumber} />
        {card.licensePlate !== null && <LicensePlate value={card.licensePlate} />}
      </span>
    )
  }
  return card.licensePlate === null ? <CardNumber value={card.cardNumber.slice(-6)} /> : <LicensePlate value={card.licensePlate} />
}
