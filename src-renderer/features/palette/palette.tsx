import { Box, Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { ShownCard } from '../../../src-main/domain/cards/at-provider.ts'
import type { HolderKind } from '../../../src-main/domain/cards/holder.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useAppStore } from '../../app-store.ts'
import { useQuery, useService } from '../../client/client-context.tsx'
import { useRights } from '../../client/rights.tsx'
import { Icon } from '../../components/icon.tsx'
import { useLayer, useQuestion } from '../../layers.ts'
import '../../locales/later-words.ts'
import { text } from '../../locales/messages.ts'
import { digitsInHand, findInHand, taskInHand } from '../cards/in-hand.ts'
import { CardLine } from './card-line.tsx'
import { usePaletteCommands, type PaletteCommand, type PickTask } from './palette-commands.ts'
import { matching } from './palette-match.ts'
import { HolderLine } from './holder-line.tsx'
import { PaletteList, type PaletteItem } from './palette-list.tsx'
import styles from './palette.module.css'

const DELAY_MS = 150
const CARDS_SHOWN = 6
const HOLDERS_SHOWN = 3
/** A single letter matches almost every card. */
const SEARCH_FROM = 2

/** Goes to a screen, finds a card or runs a command by typing. */
export function Palette(place: ProjectScope) {
  const open = useAppStore((state) => state.paletteOpen)
  const show = useAppStore((state) => state.showPalette)
  const layer = useLayer(open)
  return (
    <Modal.Root {...layer} opened={open} onClose={() => show(false)} size="37.5rem" centered={false} yOffset="12vh">
      <Modal.Overlay />
      <Modal.Content aria-label={text('palette.title')} classNames={{ content: styles.palette ?? '' }}>
        <Search {...place} onRun={() => show(false)} />
      </Modal.Content>
    </Modal.Root>
  )
}

function Search({ onRun, ...place }: ProjectScope & { onRun: () => void }) {
  const [search, setSearch] = useState('')
  const [current, setCurrent] = useState(0)
  // The command for the card picked next.
  const [task, setTask] = useState<PickTask | null>(null)
  const { cards, searching } = useFoundCards(place, search.trim(), task)
  const holders = useFoundHolders(place, task === null ? search.trim() : '')
  const commands = usePaletteCommands(place)
  const items: PaletteItem[] = task === null ? [...cards, ...holders, ...matching(commands, search.trim())] : cards
  const chosen = Math.min(current, items.length - 1)
  const digits = digitsInHand(search)
  const begin = (next: PickTask | null) => {
    setTask(next)
    setSearch('')
    setCurrent(0)
  }
  const run = (command: PaletteCommand | undefined) => {
    if (command === undefined) return
    if (command.pick !== undefined) return begin({ ...command.pick, label: command.label })
    onRun()
    command.run()
  }
  const { client } = useService()
  const rights = useRights()
  const open = useAppStore((state) => state.open)
  // What was typed when a scanner pressed Enter, before anything could be found.
  const scanned = useRef<string | null>(null)
  const scan = async (digits: string) => {
    scanned.current = digits
    const card = await findInHand(client, place, digits, task?.status)
    // Several, or none: they are in the list by then. Typing on means something else.
    if (card === null || scanned.current !== digits) return
    onRun()
    const doing = taskInHand(card, rights)
    if (task !== null) task.run(card)
    else open('cards', doing === null ? { card: card.id } : { card: card.id, do: doing })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && search === '' && task !== null) begin(null)
    if (event.key === 'ArrowDown') setCurrent((chosen + 1) % Math.max(items.length, 1))
    else if (event.key === 'ArrowUp') setCurrent((chosen - 1 + items.length) % Math.max(items.length, 1))
    else if (event.key === 'Enter' && searching && digits !== null) void scan(digits)
    else if (event.key === 'Enter') run(items[chosen])
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className={styles.field}>
        <Icon name="search" />
        {task !== null && <Task label={task.label} onEscape={() => begin(null)} />}
        <input
          data-autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={items[chosen] === undefined ? undefined : `palette-${items[chosen].id}`}
          aria-label={task === null ? text('palette.placeholder') : `${task.label} ${text('palette.pick')}`}
          placeholder={text(task === null ? 'palette.placeholder' : 'palette.pick')}
          value={search}
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            scanned.current = null
            setSearch(event.currentTarget.value)
            setCurrent(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <PaletteList items={items} chosen={chosen} onPoint={setCurrent} onRun={run} />
      {items.length === 0 && (
        <Box component="p" m={0} py="xl" px="lg" c="dimmed" ta="center" role="status">
          {searching
            ? text('palette.searching')
            : task !== null && search.trim().length < SEARCH_FROM
              ? text('palette.pick.hint')
              : text(task === null ? 'palette.none' : 'palette.pick.none', { search: search.trim() })}
        </Box>
      )}
      <div className={styles.hints} aria-hidden="true">
        <span>
          <kbd>↑↓</kbd> {text('palette.hint.move')}
        </span>
        <span>
          <kbd>↵</kbd> {text('palette.hint.run')}
        </span>
        <span>
          <kbd>Esc</kbd> {text('palette.hint.close')}
        </span>
      </div>
    </>
  )
}

/** The command for the card picked next, before the input; Escape leads back to all commands. */
function Task({ label, onEscape }: { label: string; onEscape: () => void }) {
  useQuestion(onEscape)
  return <span className={styles.task}>{label}</span>
}

/** The first cards that match the typed text and allow the task; never the results of an earlier text. */
function useFoundCards(
  place: ProjectScope,
  search: string,
  task: PickTask | null,
): { cards: PaletteItem[]; searching: boolean } {
  const open = useAppStore((state) => state.open)
  const rights = useRights()
  const [asked] = useDebouncedValue(search, DELAY_MS)
  const wanted = search.length >= SEARCH_FROM
  // Too short a word asks for the newest cards, which are mostly cached; they are not shown.
  const { value, isPrevious } = useQuery('cards.list', {
    ...place,
    query: { search: wanted ? asked : '', limit: CARDS_SHOWN, ...(task === null ? {} : { status: task.status }) },
  })
  if (!wanted) return { cards: [], searching: false }
  if (asked !== search || isPrevious || value === undefined) return { cards: [], searching: true }
  const digits = digitsInHand(search)
  // By its last digits, the card in hand comes first.
  const isInHand = ({ cardNumber }: ShownCard) => Number(digits !== null && cardNumber.endsWith(digits))
  const found = value.docs.toSorted((one, other) => isInHand(other) - isInHand(one))
  const cards = found.map((card): PaletteItem => ({
    id: card.id,
    group: 'cards',
    icon: 'cards',
    label: card.cardNumber,
    detail: <CardLine card={card} />,
    run: () => {
      if (task !== null) return task.run(card)
      const doing = isInHand(card) === 1 ? taskInHand(card, rights) : null
      open('cards', doing === null ? { card: card.id } : { card: card.id, do: doing })
    },
  }))
  return { cards, searching: false }
}

/** The drivers and vehicles whose name or plate contains the typed text. */
function useFoundHolders(place: ProjectScope, search: string): PaletteItem[] {
  const open = useAppStore((state) => state.open)
  const [asked] = useDebouncedValue(search, DELAY_MS)
  const typed = search.length >= SEARCH_FROM ? asked : ''
  const drivers = useQuery('holders.suggest', { ...place, kind: 'driver', typed, limit: HOLDERS_SHOWN })
  const vehicles = useQuery('holders.suggest', { ...place, kind: 'vehicle', typed, limit: HOLDERS_SHOWN })
  if (typed === '' || asked !== search) return []
  const items = (kind: HolderKind, { value = [], isPrevious }: typeof drivers) =>
    (isPrevious ? [] : value).map(({ name, cards }): PaletteItem => ({
      id: `${kind}-${name}`,
      group: 'holders',
      icon: kind,
      label: name,
      detail: <HolderLine kind={kind} name={name} cards={cards} />,
      run: () => open(kind, { name }),
    }))
  return [...items('driver', drivers), ...items('vehicle', vehicles)]
}
