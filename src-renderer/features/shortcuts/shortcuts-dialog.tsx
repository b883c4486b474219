import { Group, Stack, Text } from '@mantine/core'
import { useAppStore } from '../../app-store.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { SmallTable } from '../../components/table/small-table.tsx'
import '../../locales/later-words.ts'
import { text, type MessageKey } from '../../locales/messages.ts'
import { commandKey } from '../../screen-keys.ts'
import styles from './shortcuts.module.css'

interface Shortcut {
  /** Any of these; a combination is one text. */
  keys: readonly string[]
  does: MessageKey
}

const everywhere = (): readonly Shortcut[] => [
  { keys: [`${commandKey()} K`], does: 'shortcuts.palette' },
  { keys: ['F1'], does: 'shortcuts.guide' },
  { keys: ['?'], does: 'shortcuts.list' },
  { keys: [text('key.escape')], does: 'shortcuts.close' },
]

const SEARCH: Shortcut = { keys: ['/'], does: 'shortcuts.search' }

/** As `cards-keys.ts` has them. */
const ofCards = (): readonly Shortcut[] => [
  { keys: ['↓', '↑', 'J', 'K'], does: 'shortcuts.move' },
  { keys: [text('key.home'), text('key.end')], does: 'shortcuts.ends' },
  { keys: ['↵'], does: 'shortcuts.open' },
  { keys: [text('key.space')], does: 'shortcuts.select' },
  { keys: ['⇧ ↓', '⇧ ↑', `⇧ ${text('key.space')}`], does: 'shortcuts.range' },
  { keys: [`${commandKey()} A`], does: 'shortcuts.page' },
  { keys: ['A'], does: 'shortcuts.activate' },
  { keys: ['E'], does: 'shortcuts.enable' },
  { keys: ['D'], does: 'shortcuts.disable' },
]

/** The shortcuts of the screen below, and those of every screen. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const screen = useAppStore((state) => state.screen)
  const params = useAppStore((state) => state.params)
  const isSearched = screen === 'cards' && params['expiring'] === undefined
  // The first tab of a driver or vehicle is a list of cards, too.
  const isHeld = (screen === 'driver' || screen === 'vehicle') && (params['tab'] ?? 'cards') === 'cards'
  return (
    <FormDialog
      title={text('shortcuts.title')}
      action={null}
      busy={false}
      problem={null}
      size="34rem"
      onSubmit={onClose}
      onClose={onClose}
    >
      <Stack gap="lg">
        {(isSearched || isHeld) && (
          <Shortcuts title={text('cards.title')} shortcuts={[...(isSearched ? [SEARCH] : []), ...ofCards()]} />
        )}
        <Shortcuts title={text('shortcuts.everywhere')} shortcuts={everywhere()} />
      </Stack>
    </FormDialog>
  )
}

function Shortcuts({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <Stack gap="xs">
      <Text component="h3" fz="sm" fw={600}>
        {title}
      </Text>
      <SmallTable label={title} className={styles.whole}>
        {shortcuts.map(({ keys, does }) => (
          <tr key={does}>
            <th scope="row">{text(does)}</th>
            <td>
              <Group gap="xs" justify="flex-end">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </Group>
            </td>
          </tr>
        ))}
      </SmallTable>
    </Stack>
  )
}
