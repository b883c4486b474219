import { useState } from 'react'
import { useQuery } from '../../../client/client-context.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { SettingsGroup } from '../settings-group.tsx'
import { BackupNow } from './backup-now.tsx'
import { BackupsTable, type BackupInfo } from './backups-table.tsx'
import { DailyBackup } from './daily-backup.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import styles from '../settings.module.css'

/** Backups of the whole service: made now or every day, and the way back. */
export function BackupSection() {
  const { value: backups, error, reload } = useQuery('backup.list', {})
  const { value: service } = useQuery('service.info', {})
  const [restoring, setRestoring] = useState<BackupInfo | null>(null)
  return (
    <>
      <BackupNow />
      <DailyBackup />
      <SettingsGroup
        title={text('settings.backups')}
        lead={text(service?.isAtMachine === false ? 'settings.backups.lead.elsewhere' : 'settings.backups.lead')}
      >
        {error !== null && <ErrorMessage title={text('settings.backups.error')} error={error} onRetry={reload} />}
        {error === null && backups?.length === 0 && <p className={styles.none}>{text('settings.backups.none')}</p>}
        {error === null && backups?.length !== 0 && (
          <BackupsTable backups={backups ?? null} onRestore={service?.isAtMachine === true ? setRestoring : null} />
        )}
      </SettingsGroup>
      {restoring !== null && <RestoreDialog backup={restoring} onClose={() => setRestoring(null)} />}
    </>
  )
}
