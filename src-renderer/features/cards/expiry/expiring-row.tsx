import { Button, Group, UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import { claimOf, type ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import type { ExpiringCard, ReplacementState } from '../../../../src-main/domain/cards/expiring.ts'
import { StatusBadge } from '../../../components/badge/badges.tsx'
import { StateBadge } from '../../../components/badge/state-badge.tsx'
import { Permitted } from '../../../components/button/permitted.tsx'
import { Icon, type IconName, type Tone } from '../../../components/icon.tsx'
import { CardNumber, cardTail, LicensePlate } from '../../../components/text/card-text.tsx'
import { expiryText as words } from '../../../locales/expiry/words.ts'
import { useLanguage } from '../../../locales/language.ts'
import { text } from '../../../locales/messages.ts'
import { openCard } from '../card-place.ts'
import { ExpiryDate } from '../expiry-date.tsx'
import type { HandedOver } from './use-hand-over.tsx'
import styles from './expiry.module.css'

const STATES: Record<ReplacementState, { tone: Tone; icon: IconName }> = {
  none: { tone: 'inactive', icon: 'circleMinus' },
  arrived: { tone: 'new', icon: 'circlePlus' },
  handed_over: { tone: 'active', icon: 'circleCheck' },
}

interface ExpiringRowProps {
  row: ExpiringCard
  /** What was handed over here just now. */
  undoable: HandedOver | null
  busy: boolean
  onHandOver: (fresh: ShownCard) => void
  onPick: () => void
  onUndo: (pair: HandedOver) => void
}

export const ExpiringRow = memo(function ExpiringRow({
  row: { card, state, replacement, suggested },
  undoable,
  busy,
  onHandOver,
  onPick,
  onUndo,
}: ExpiringRowProps) {
  useLanguage()
  const numbers = {
    old: cardTail(card.cardNumber),
    new: replacement === null ? '' : cardTail(replacement.cardNumber),
  }
  return (
    <tr>
      <th scope="row">
        <Group gap={8} wrap="nowrap">
          <UnstyledButton
            data-row
            className={styles.opener}
            aria-label={text('cards.open', { number: card.cardNumber })}
            aria-haspopup="dialog"
            onClick={() => openCard(card.id)}
          >
            <span className={styles.whole}>
              <CardNumber value={card.cardNumber} />
            </span>
            <code className={styles.short}>{numbers.old}</code>
          </UnstyledButton>
          {card.licensePlate !== null && <LicensePlate value={card.licensePlate} />}
        </Group>
      </th>
      <td className={styles.driver}>{card.driver}</td>
      <td className={styles.expires}>
        <ExpiryDate value={card.expirationDate} />
      </td>
      <td>
        <Group gap={8} wrap="nowrap">
          <Standing state={state} card={card} replacement={replacement} />
          {replacement !== null && (
            <UnstyledButton
              className={styles.opener}
              aria-label={words('open.replacement', { number: replacement.cardNumber })}
              aria-haspopup="dialog"
              onClick={() => openCard(replacement.id)}
            >
              <code>{cardTail(replacement.cardNumber)}</code>
            </UnstyledButton>
          )}
          {suggested && (
            <span
              className={styles.alike}
              tabIndex={0}
              data-tip={words('alike.hint')}
              aria-description={words('alike.hint')}
            >
              {words('alike')}
            </span>
          )}
        </Group>
      </td>
      <td className={styles.do}>
        {state !== 'handed_over' && replacement !== null && (
          <Permitted call="cards.handOver">
            <Button
              size="compact-sm"
              loading={busy}
              aria-label={words('do.label', numbers)}
              title={words('do.hint', numbers)}
              onClick={() => onHandOver(replacement)}
            >
              {words('do')}
            </Button>
          </Permitted>
        )}
        {state !== 'handed_over' && replacement === null && (
          <Permitted call="cards.handOver">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={words('pick.label', numbers)}
              aria-haspopup="dialog"
              onClick={onPick}
            >
              {words('pick')}
            </Button>
          </Permitted>
        )}
        {state === 'handed_over' && undoable !== null && (
          <Permitted call="cards.undo">
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<Icon name="undo" size={14} />}
              onClick={() => onUndo(undoable)}
            >
              {text('asks', { what: words('undo') })}
            </Button>
          </Permitted>
        )}
      </td>
    </tr>
  )
})

/** The state, or what the provider has not followed, on either card: it decides which of them buys fuel. */
function Standing({
  state,
  card,
  replacement,
}: {
  state: ReplacementState
  card: ShownCard
  replacement: ShownCard | null
}) {
  const refused = [card, replacement].find((one) => one !== null && claimOf(one) !== null)
  if (refused) return <StatusBadge card={refused} />
  return <StateBadge {...STATES[state]} word={words(`state.${state}`)} />
}
