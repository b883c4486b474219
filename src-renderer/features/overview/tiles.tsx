import { Group, SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName, type Tone } from '../../components/icon.tsx'
import { PlaceLink } from '../../components/text/place-link.tsx'
import { formatChange, formatNumber, plural, text } from '../../locales/messages.ts'
import type { Params } from '../../place.ts'
import { ATTENTION_PANEL } from './attention-panel.tsx'
import { attentionCounts, todayOf, weekChanges, type Overview } from './overview-figures.ts'
import { GAP, Skeleton } from './panel.tsx'
import styles from './overview.module.css'

const STATUSES = ['active', 'inactive', 'new'] as const
const ICONS = { active: 'circleCheck', inactive: 'circleMinus', new: 'circlePlus' } as const

/** Four numbers with their change over 7 days, each linked to what it counts. */
export function Tiles({ overview }: { overview: Overview | undefined }) {
  const changes = overview === undefined ? null : weekChanges(overview)
  return (
    <SimpleGrid component="ul" cols={{ base: 2, sm: 4 }} spacing={GAP}>
      {STATUSES.map((status) => (
        <Tile
          key={status}
          tone={status}
          icon={ICONS[status]}
          label={text(`cards.status.${status}`)}
          value={overview?.cards[status]}
          params={{ status }}
        >
          {changes !== null && <Change value={changes[status]} />}
        </Tile>
      ))}
      <AttentionTile overview={overview} />
    </SimpleGrid>
  )
}

function AttentionTile({ overview }: { overview: Overview | undefined }) {
  const { total, recent } =
    overview === undefined ? { total: 0, recent: 0 } : attentionCounts(overview.attention, todayOf(overview))
  const tone = total === 0 ? 'active' : 'failed'
  return (
    <Tile
      tone={tone}
      icon={total === 0 ? 'check' : 'alert'}
      label={text('overview.attention')}
      value={overview === undefined ? undefined : total}
      leadsTo={ATTENTION_PANEL}
    >
      {total === 0
        ? text('overview.attention.none')
        : recent === 0
          ? text('overview.change.none')
          : plural('overview.attention.recent', recent)}
    </Tile>
  )
}

interface TileProps {
  tone: Tone
  icon: IconName
  label: string
  value: number | undefined
  /** The list of cards that it counts, or the panel of this screen. */
  params?: Params
  leadsTo?: string
  children: ReactNode
}

function Tile({ tone, icon, label, value, params, leadsTo, children }: TileProps) {
  const words = (
    <>
      <Group component="span" gap={6} wrap="nowrap" c="dimmed" fz="sm" fw={500}>
        <Icon name={icon} size={16} tone={tone} />
        {label}
        <Icon name="arrowRight" size={16} className={styles.go} />
      </Group>
      {value === undefined ? (
        <Skeleton size="figure" />
      ) : (
        <Text
          component="span"
          fz="1.75rem"
          fw={600}
          lh="2.25rem"
          lts="-0.01em"
          c={tone === 'failed' ? 'var(--status-failed-ink)' : 'var(--text)'}
        >
          {formatNumber(value)}
        </Text>
      )}
      <Group component="span" gap={2} wrap="nowrap" mih="1.125rem" c="dimmed" fz="xs">
        {value === undefined ? <Skeleton /> : children}
      </Group>
    </>
  )
  return (
    <li>
      {leadsTo === undefined ? (
        <PlaceLink screen="cards" params={params ?? {}} className={styles.tile}>
          {words}
        </PlaceLink>
      ) : (
        <UnstyledButton
          className={styles.tile}
          onClick={() => document.querySelector<HTMLElement>(`#${leadsTo}`)?.focus()}
        >
          {words}
        </UnstyledButton>
      )}
    </li>
  )
}

function Change({ value }: { value: number }) {
  if (value === 0) return text('overview.change.none')
  return (
    <>
      <Icon name={value > 0 ? 'arrowUp' : 'arrowDown'} size={14} />
      {text('overview.change', { change: formatChange(value) })}
    </>
  )
}
