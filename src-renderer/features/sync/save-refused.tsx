import { Permitted } from '../../components/button/permitted.tsx'
import { ActionIcon, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { SyncRunView } from '../../../src-main/domain/sync/provider.ts'
import { useService } from '../../client/client-context.tsx'
import { saveDownload } from '../../client/downloads.ts'
import { framedWords } from '../../client/error-words.ts'
import { useTurnedOff } from '../../client/use-turned-off.ts'
import { Icon } from '../../components/icon.tsx'
import { showToast } from '../../components/feedback/toast-store.ts'
import { formatNumber, plural, text } from '../../locales/messages.ts'
import styles from './sync.module.css'

/** Saves the rows that a run refused, as a file for the people who can fix them. */
export function SaveRefused({ projectId, run }: { projectId: string; run: SyncRunView }) {
  const { client } = useService()
  const isOff = useTurnedOff('exports')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const made = await client.call('sync.download', { projectId, runId: run.id })
    const problem = made.ok ? await saveDownload(client, made.value) : made.error
    setBusy(false)
    if (problem !== null) showToast('trouble', framedWords('download.failed', problem))
  }
  const label =
    run.refusedKept < run.failed
      ? text('sync.refused.saveFirst', { kept: formatNumber(run.refusedKept), all: formatNumber(run.failed) })
      : plural('sync.refused.save', run.refusedKept)
  if (isOff) return null
  return (
    <Tooltip label={label}>
      <Permitted call="sync.download">
        <ActionIcon
          className={styles.saveRefused}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={label}
          loading={busy}
          onClick={() => void save()}
        >
          <Icon name="download" size={14} />
        </ActionIcon>
      </Permitted>
    </Tooltip>
  )
}
