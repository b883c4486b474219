import { Permitted } from '../../../components/button/permitted.tsx'
import { Menu } from '@mantine/core'
import type { CallInput } from '../../../../src-preload/contract.ts'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { useService } from '../../../client/client-context.tsx'
import { saveDownload } from '../../../client/downloads.ts'
import { framedWords } from '../../../client/error-words.ts'
import type { HostClient } from '../../../client/host-client.ts'
import { useTurnedOff } from '../../../client/use-turned-off.ts'
import { Icon } from '../../../components/icon.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { ToolButton } from '../../../components/button/tool-button.tsx'
import { plural, text } from '../../../locales/messages.ts'
import { changeWork, endWork, putWork } from '../../jobs/job-store.ts'

type ExportInput = CallInput<'cards.download'>

const FORMATS = [
  { key: 'csv', format: 'csv', delimiter: ',' },
  { key: 'csvExcel', format: 'csv', delimiter: ';' },
  { key: 'xlsx', format: 'xlsx', delimiter: ',' },
] as const

interface ExportMenuProps extends ProjectScope {
  /** How many cards the file will hold. */
  count: number
  label: string
  of: { query: NonNullable<ExportInput['query']> & { page?: number; limit?: number }; cardIds?: string[] }
}

/** The listed cards as a file. */
export function ExportMenu({ projectId, environment, count, label, of: { query, cardIds } }: ExportMenuProps) {
  const { client } = useService()
  const isOff = useTurnedOff('exports')
  const { page: _page, limit: _limit, ...listing } = query
  const start = ({ format, delimiter }: (typeof FORMATS)[number]) =>
    void exportCards(
      client,
      { projectId, environment, format, delimiter, query: listing, ...(cardIds === undefined ? {} : { cardIds }) },
      count,
    )
  if (isOff) return null
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Permitted call="cards.download">
          <ToolButton icon="download" label={label} opens disabled={count === 0} />
        </Permitted>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format.key} leftSection={<Icon name="file" size={16} />} onClick={() => start(format)}>
            {text(`export.${format.key}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

let exports = 0

/** A short export ends before anyone could read its line in the tray. */
const SHOWN_AFTER_MS = 400

async function exportCards(client: HostClient, input: ExportInput, count: number): Promise<void> {
  const id = `export ${(exports += 1)}`
  const stop = new AbortController()
  const cancel = () => {
    stop.abort()
    endWork(id)
  }
  const timer = setTimeout(
    () => putWork({ id, title: plural('export.doing', count), share: null, problem: null, cancel }),
    SHOWN_AFTER_MS,
  )
  const made = await client.call('cards.download', input)
  const problem = made.ok
    ? stop.signal.aborted
      ? null
      : await saveDownload(client, made.value, {
          signal: stop.signal,
          onProgress: (share) => changeWork(id, { share }),
        })
    : made.error
  clearTimeout(timer)
  endWork(id)
  if (stop.signal.aborted) return
  if (problem !== null) showToast('trouble', framedWords('download.failed', problem))
  else if (made.ok) showToast('done', plural('export.done', made.value.cards, { name: made.value.name }))
}
