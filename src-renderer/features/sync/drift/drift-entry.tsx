import { Permitted } from '../../../components/button/permitted.tsx'
import { Box, Button, Checkbox, Group, Stack } from '@mantine/core'
import { useId } from 'react'
import type { DriftedCard, DriftResolution } from '../../../../src-main/domain/sync/provider.ts'
import table from '../../../components/table/data-table.module.css'
import { refusalText } from '../../../components/text/provider-words.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { text } from '../../../locales/messages.ts'
import { CardLink } from '../card-link.tsx'
import { driftLines } from './drift-words.ts'
import styles from './drift.module.css'

interface DriftEntryProps {
  card: DriftedCard
  selected: boolean
  busy: boolean
  onSelect: (on: boolean) => void
  onResolve: (resolution: DriftResolution) => void
}

/** One card: our values at the left, the provider's at the right, and below each the button that chooses it. */
export function DriftEntry({ card, selected, busy, onSelect, onResolve }: DriftEntryProps) {
  const lines = driftLines(card.fields)
  const id = useId()
  return (
    <li
      className={selected ? `${styles.entry} ${styles.selected}` : styles.entry}
      aria-label={text('drift.card', { number: card.cardNumber })}
    >
      <Group>
        <Checkbox
          size="sm"
          aria-label={text('drift.select.card', { number: card.cardNumber })}
          checked={selected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
        <CardLink cardId={card.cardId} cardNumber={card.cardNumber} licensePlate={card.licensePlate} />
        {card.driver !== null && <span className={styles.driver}>{card.driver}</span>}
        <Box component="span" flex={1} />
        <span className={styles.seen}>
          {text('drift.seen')} <Moment value={card.seenAt} />
        </span>
      </Group>
      {card.syncErrorMessage !== null && (
        <p className={styles.words}>
          <Icon name="alert" size={16} />
          {refusalText(card.syncErrorMessage)}
        </p>
      )}
      <div className={styles.sides}>
        <Side title={text('drift.ours')} lines={lines.map(({ name, ours }) => [name, ours])} />
        <span className={styles.differs} aria-hidden="true">
          <Icon name="differ" size={16} />
        </span>
        <Side title={text('drift.theirs')} lines={lines.map(({ name, theirs }) => [name, theirs])} theirs />
        <Stack gap="xs" align="flex-start" c="dimmed" fz="xs">
          <Permitted call="drift.resolve">
            <Button
              size="compact-sm"
              variant="default"
              disabled={busy}
              aria-describedby={`${id}-ours`}
              onClick={() => onResolve('ours')}
            >
              {text('drift.ours.do')}
            </Button>
          </Permitted>
          <span id={`${id}-ours`}>{text('drift.ours.hint')}</span>
        </Stack>
        <span />
        <Stack gap="xs" align="flex-start" c="dimmed" fz="xs">
          <Permitted call="drift.resolve">
            <Button
              size="compact-sm"
              variant="default"
              disabled={busy}
              aria-describedby={`${id}-theirs`}
              onClick={() => onResolve('theirs')}
            >
              {text('drift.theirs.do')}
            </Button>
          </Permitted>
          <span id={`${id}-theirs`}>{text('drift.theirs.hint')}</span>
        </Stack>
      </div>
    </li>
  )
}

function Side({
  title,
  lines,
  theirs = false,
}: {
  title: string
  lines: readonly (readonly [string, string])[]
  theirs?: boolean
}) {
  return (
    <div className={theirs ? `${styles.side} ${styles.theirs}` : styles.side} role="group" aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <mark>{value}</mark>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

export function DriftSkeleton() {
  return (
    <li className={styles.entry} aria-busy="true" aria-label={text('app.loading')}>
      <span className={table.skeleton} />
      <span className={table.skeleton} />
      <span className={table.skeleton} />
    </li>
  )
}
