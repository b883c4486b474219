import { Stack } from '@mantine/core'
import table from '../../components/table/data-table.module.css'
import { Panel } from '../../components/screen/panel.tsx'
import { text } from '../../locales/messages.ts'

/** The portal's card while it loads, at its final height. */
export function SyncSkeleton() {
  return (
    <Stack gap="md" flex={1} pt="md" px="xl" pb="lg" mih={0} aria-busy="true" aria-label={text('app.loading')}>
      <Panel title={text('sync.portal')}>
        <Stack gap={20} mih="5rem">
          <span className={table.skeleton} />
          <span className={table.skeleton} />
        </Stack>
      </Panel>
    </Stack>
  )
}
