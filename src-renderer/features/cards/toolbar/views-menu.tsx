import { Permitted } from '../../../components/button/permitted.tsx'
import { ActionIcon, Box, Button, Popover, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { useService } from '../../../client/client-context.tsx'
import { errorWords } from '../../../client/error-words.ts'
import { Icon } from '../../../components/icon.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { ToolButton } from '../../../components/button/tool-button.tsx'
import { text } from '../../../locales/messages.ts'
import type { CardsView } from '../cards-view.ts'
import { useTableLook } from './columns-store.ts'
import type { ListTab } from './list-tabs.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { keptOf, type SavedView } from './saved-view.ts'
import styles from './menus.module.css'

interface ViewsMenuProps extends ProjectScope {
  view: CardsView
  tabs: readonly (ListTab & { count: string })[]
  /** What the screen shows, if it is one of them. */
  current: ListTab | undefined
  /** The button says which one that is: its tab has no room. */
  named: boolean
  onShow: (tab: ListTab) => void
}

/** All views, also those whose tabs have no room; what the screen shows is saved here, and saved views are deleted. */
export function ViewsMenu({ view, tabs, current, named, onShow, ...place }: ViewsMenuProps) {
  const { client, data } = useService()
  const fields = useTableLook((look) => look.fields)
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)
  const remove = async (saved: SavedView) => {
    const result = await client.call('views.delete', { ...place, id: saved.id })
    data.invalidate(['views.list'])
    if (!result.ok) return showToast('trouble', errorWords(result.error))
    const restore = async () => {
      await client.call('views.save', { ...place, name: saved.name, query: saved.query, columns: saved.columns })
      data.invalidate(['views.list'])
    }
    showToast('done', text('views.deleted', { name: saved.name }), { label: text('undo'), run: () => void restore() })
  }
  return (
    <>
      <Popover position="bottom-end" width={280} shadow="md" trapFocus returnFocus opened={open} onChange={setOpen}>
        <Popover.Target>
          <ToolButton
            className={styles.views ?? ''}
            icon="bookmark"
            label={named && current !== undefined ? current.name : text('views.title')}
            {...(named && { worded: true })}
            opens
            size="compact-md"
            onClick={() => setOpen((isOpen) => !isOpen)}
          />
        </Popover.Target>
        <Popover.Dropdown className={styles.menu} aria-label={text('views.title')}>
          <ul className={styles.list}>
            {tabs.map((tab) => (
              <li key={tab.key} className={styles.entry}>
                <Box component="span" flex="none" w="1rem" c="var(--accent-ink)">
                  {tab.key === current?.key && <Icon name="check" size={16} />}
                </Box>
                <UnstyledButton
                  className={styles.view}
                  aria-current={tab.key === current?.key}
                  onClick={() => {
                    setOpen(false)
                    onShow(tab)
                  }}
                >
                  {tab.name}
                </UnstyledButton>
                <Text component="span" c="dimmed" fz="xs">
                  {tab.count}
                </Text>
                {tab.saved !== null && <DeleteButton saved={tab.saved} onDelete={(saved) => void remove(saved)} />}
              </li>
            ))}
          </ul>
          {tabs.every(({ saved }) => saved === null) && (
            <Text c="dimmed" fz="xs" lh={1.45}>
              {text('views.empty')}
            </Text>
          )}
          <div className={styles.foot}>
            <Permitted call="views.save">
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<Icon name="plus" size={16} />}
                onClick={() => {
                  setOpen(false)
                  setSaving(true)
                }}
              >
                {text('views.save')}
              </Button>
            </Permitted>
          </div>
        </Popover.Dropdown>
      </Popover>
      {saving && (
        <SaveViewDialog
          {...place}
          query={keptOf(view)}
          columns={fields}
          names={tabs.flatMap(({ saved }) => saved?.name ?? [])}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}

function DeleteButton({ saved, onDelete }: { saved: SavedView; onDelete: (saved: SavedView) => void }) {
  return (
    <Tooltip label={text('views.delete', { name: saved.name })}>
      <Permitted call="views.delete">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={text('views.delete', { name: saved.name })}
          onClick={() => onDelete(saved)}
        >
          <Icon name="delete" size={14} />
        </ActionIcon>
      </Permitted>
    </Tooltip>
  )
}
