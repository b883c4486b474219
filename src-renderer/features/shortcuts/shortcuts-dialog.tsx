import { Group, Stack, Text } from '@mantine/core'
import { useAppStore } from '../../app-store.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { SmallTable } from '../../components/table/small-table.tsx'
import '../../locales/later-words.ts'
import { text, type MessageKey } from '../../locales/messages.ts'
import { COMMAND_KEY } from '../../screen-keys.ts'

interface Shortcut {
  /** Any of these; a combination is one text. */
  keys: readonly string[]
  does: MessageKey
}

const EVERYWHERE: readonly Shortcut[] = [
  { keys: [`${COMMAND_KEY} K`], does: 'shortcuts.palette' },
  { keys: ['F1'], does: 'shortcuts.guide' },
  { keys: ['?'], does: 'shortcuts.list' },
  { keys: ['Esc'], does: 'shortcuts.close' },
]

/** As `cards-keys.ts` and the search field have them. */
const CARDS: readonly Shortcut[] = [
  { keys: ['/'], does: 'shortcuts.search' },
  { keys: ['↓', '↑', 'J', 'K'], does: 'shortcuts.move' },
  { keys: ['Home', 'End'], does: 'shortcuts.ends' },
  { keys: ['↵'], does: 'shortcuts.open' },
  { keys: ['Space'], does: 'shortcuts.select' },
  { keys: ['⇧ ↓', '⇧ ↑', '⇧ Space'], does: 'shortcuts.range' },
  { keys: [`${COMMAND_KEY} A`], does: 'shortcuts.page' },
  { keys: ['A'], does: 'shortcuts.activate' },
  { keys: ['E'], does: 'shortcuts.enable' },
  { keys: ['D'], does: 'shortcuts.disable' },
]

/** The shortcuts of the screen below, and those of every screen. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const screen = useAppStore((state) => state.screen)
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
        {screen === 'cards' && <Shortcuts title={text('cards.title')} shortcuts={CARDS} />}
        <Shortcuts title={text('shortcuts.everywhere')} shortcuts={EVERYWHERE} />
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
      <SmallTable label={title}>
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
