import { Stack } from '@mantine/core'
import table from '../../../components/table/data-table.module.css'
import { Panel } from '../../../components/screen/panel.tsx'
import { text } from '../../../locales/messages.ts'

const LINES = [0, 1, 2, 3, 4, 5]

/** The endpoint's card while it loads. */
export function EndpointSkeleton() {
  return (
    <Panel title={text('webhook.endpoint')}>
      <Stack gap={18} py="sm" px={0} aria-busy="true" aria-label={text('app.loading')}>
        {LINES.map((line) => (
          <span key={line} className={table.skeleton} />
        ))}
      </Stack>
    </Panel>
  )
}
