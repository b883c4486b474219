import { Flex } from '@mantine/core'
import { useCardName } from '../../../client/card-names.tsx'
import { CardNumber, LicensePlate } from '../../../components/text/card-text.tsx'
import { text } from '../../../locales/messages.ts'
import styles from './deliveries.module.css'

/**
 * The card of an event by its plate, else by the end of its number. Below a
 * `CardNames`.
 */
export function DeliveryCard({ cardId, whole = false }: { cardId: string; whole?: boolean }) {
  const card = useCardName(cardId)
  if (card === undefined) return null
  if (card === null) return <span className={styles.dim}>{text('delivery.mockCard')}</span>
  if (whole) {
    return (
      <Flex component="span" display="inline-flex" gap="sm" align="center">
        <CardNumber value={card.cardNumber} />
        {card.licensePlate !== null && <LicensePlate value={card.licensePlate} />}
      </Flex>
    )
  }
  return card.licensePlate === null ? (
    <CardNumber value={card.cardNumber.slice(-6)} />
  ) : (
    <LicensePlate value={card.licensePlate} />
  )
}
