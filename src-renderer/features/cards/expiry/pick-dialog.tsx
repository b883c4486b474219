import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import type { CrossedError } from '../../../../src-preload/contract.ts'
import { useQuery, useService } from '../../../client/client-context.tsx'
import { errorWords, type ErrorWords } from '../../../client/error-words.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { CardInLine } from '../../../components/text/card-in-line.tsx'
import { CardNumber, cardTail } from '../../../components/text/card-text.tsx'
import { expiryText as words } from '../../../locales/expiry/words.ts'
import { cardsEndingIn, digitsInHand } from '../in-hand.ts'
import { ExpiryDate } from '../expiry-date.tsx'
import { isHandedOver, type HandedOver } from './use-hand-over.tsx'
import styles from './expiry.module.css'

/** The most digits of a card number. */
const LONGEST = 20
const OFFERED = 5
const TYPING_MS = 150

interface PickDialogProps {
  card: ShownCard
  onHandOver: (old: ShownCard, fresh: ShownCard) => Promise<HandedOver | CrossedError>
  onClose: () => void
}

/** Names the new card by hand: scanned, typed, or chosen among those with the typed digits. */
export function PickDialog({ card, onHandOver, onClose }: PickDialogProps) {
  const { client } = useService()
  const { projectId, environment } = card
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<ErrorWords | string | null>(null)
  const [busy, setBusy] = useState(false)
  const digits = digitsInHand(typed)
  const handOver = async (fresh: ShownCard) => {
    const outcome = await onHandOver(card, fresh)
    if (isHandedOver(outcome)) onClose()
    else setProblem(errorWords(outcome))
  }
  const submit = async () => {
    if (digits === null) return
    setBusy(true)
    setProblem(null)
    const place = { projectId, environment }
    // New cards first; of one that is not new, the service says why it cannot be.
    const fresh = await cardsEndingIn(client, place, digits, 'new')
    const cards = Array.isArray(fresh) && fresh.length === 0 ? await cardsEndingIn(client, place, digits) : fresh
    if (cards === null || (Array.isArray(cards) && cards.length > 1)) setProblem(words('pick.many'))
    else if (!Array.isArray(cards)) setProblem(errorWords(cards))
    else if (cards[0] === undefined) setProblem(words('pick.none'))
    else await handOver(cards[0])
    setBusy(false)
  }
  return (
    <FormDialog
      title={words('pick.title', { number: cardTail(card.cardNumber) })}
      action={words('do')}
      disabled={digits === null}
      busy={busy}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <CardInLine card={card} />
      <Text size="sm" lh={1.5}>
        {words('pick.text')}
      </Text>
      <TextInput
        autoFocus
        data-autofocus
        label={words('pick.field')}
        description={words('pick.hint')}
        value={typed}
        maxLength={LONGEST * 2}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setProblem(null)
        }}
      />
      {digits !== null && <Offered card={card} digits={digits} onChoose={setTyped} />}
    </FormDialog>
  )
}

/** New cards with these digits; choosing one fills in its number, and does nothing more. */
function Offered({
  card: { projectId, environment },
  digits,
  onChoose,
}: {
  card: ShownCard
  digits: string
  onChoose: (number: string) => void
}) {
  const [search] = useDebouncedValue(digits, TYPING_MS)
  const { value } = useQuery('cards.list', {
    projectId,
    environment,
    query: { search, status: 'new', limit: OFFERED, sortField: 'cardNumber' },
  })
  const cards = value?.docs ?? []
  if (cards.length === 0 || cards[0]?.cardNumber === digits) return null
  return (
    <Stack gap={2} role="group" aria-label={words('pick.found')}>
      {cards.map((card) => (
        <UnstyledButton key={card.id} className={styles.offered} onClick={() => onChoose(card.cardNumber)}>
          <CardNumber value={card.cardNumber} />
          <ExpiryDate value={card.expirationDate} />
        </UnstyledButton>
      ))}
    </Stack>
  )
}
