import { Permitted } from '../../../components/button/permitted.tsx'
import { ActionIcon, Box, Button, Popover, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { EnvironmentName } from '../../../../src-main/domain/environment-name.ts'
import { useQuery, useService } from '../../../client/client-context.tsx'
import { errorWords } from '../../../client/error-words.ts'
import { Icon } from '../../../components/icon.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { ToolButton } from '../../../components/button/tool-button.tsx'
import { text } from '../../../locales/messages.ts'
import type { CardsView } from '../cards-view.ts'
import { knownFields, useTableLook } from './columns-store.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { isShown, keptOf, shownBy, type SavedView } from './saved-view.ts'
import styles from './menus.module.css'

interface ViewsMenuProps {
  projectId: string
  environment: EnvironmentName
  view: CardsView
  onChange: (changes: Partial<CardsView>) => void
}

/** Saved filters, order and columns. */
export function ViewsMenu({ projectId, environment, view, onChange }: ViewsMenuProps) {
  const { client, data } = useService()
  const place = { projectId, environment }
  const { value: views = [] } = useQuery('views.list', place)
  const { fields, setFields } = useTableLook()
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)
  const current = views.find((saved) => isShown(saved, view, fields))
  const show = (saved: SavedView) => {
    setFields(knownFields(saved.columns))
    onChange(shownBy(saved))
    setOpen(false)
  }
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
            label={current === undefined ? text('views.title') : current.name}
            onClick={() => setOpen((isOpen) => !isOpen)}
          />
        </Popover.Target>
        <Popover.Dropdown className={styles.menu} aria-label={text('views.title')}>
          {views.length === 0 ? (
            <Text c="dimmed" fz="xs" lh={1.45}>
              {text('views.empty')}
            </Text>
          ) : (
            <ul className={styles.list}>
              {views.map((saved) => (
                <li key={saved.id} className={styles.entry}>
                  <Box component="span" flex="none" w="1rem" c="var(--accent-ink)">
                    {saved === current && <Icon name="check" size={16} />}
                  </Box>
                  <UnstyledButton className={styles.view} aria-current={saved === current} onClick={() => show(saved)}>
                    {saved.name}
                  </UnstyledButton>
                  <Tooltip label={text('views.delete', { name: saved.name })}>
                    <Permitted call="views.delete">
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size="sm"
                        aria-label={text('views.delete', { name: saved.name })}
                        onClick={() => void remove(saved)}
                      >
                        <Icon name="delete" size={14} />
                      </ActionIcon>
                    </Permitted>
                  </Tooltip>
                </li>
              ))}
            </ul>
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
          names={views.map(({ name }) => name)}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}
