import { Box, Button, Group } from '@mantine/core'
import { Permitted } from '../../../components/button/permitted.tsx'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import { useTurnedOff } from '../../../client/use-turned-off.ts'
import { Icon } from '../../../components/icon.tsx'
import { ListTable } from '../../../components/table/list-table.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { formatBytes, text } from '../../../locales/messages.ts'
import styles from '../settings.module.css'

export type BackupInfo = CallOutput<'backup.list'>[number]

const COLUMNS = ['made', 'size', 'key', 'version', 'do'] as const

/** Newest first. */
export function BackupsTable({
  backups,
  onRestore,
}: {
  backups: readonly BackupInfo[] | null
  /** Null away from the machine of the service, where nothing is restored. */
  onRestore: ((backup: BackupInfo) => void) | null
}) {
  return (
    <ListTable
      className={styles.scroll}
      label={text('settings.backups')}
      columns={COLUMNS.map((key) => ({ key, word: text(`settings.backups.${key}`), unseen: key === 'do' }))}
      rows={backups?.map((backup) => <Row key={backup.path} backup={backup} onRestore={onRestore} />) ?? null}
      awaited={1}
    />
  )
}

function Row({ backup, onRestore }: { backup: BackupInfo; onRestore: ((backup: BackupInfo) => void) | null }) {
  const isOff = useTurnedOff('restore')
  return (
    <tr>
      <td>
        <Moment value={backup.createdAt} />
      </td>
      <td>{formatBytes(backup.sizeBytes)}</td>
      <td>
        {backup.withDataKey ? (
          <Group component="span" display="inline-flex" gap={6}>
            <Icon name="access" size={15} tone="active" />
            {text('settings.backups.withKey')}
          </Group>
        ) : (
          <Box component="span" c="dimmed">
            {text('settings.backups.withoutKey')}
          </Box>
        )}
      </td>
      <Box component="td" c="dimmed">
        {backup.version}
      </Box>
      <td className={styles.end}>
        {!isOff && onRestore !== null && (
          <Permitted call="backup.restoreNamed">
            <Button variant="default" size="compact-sm" onClick={() => onRestore(backup)}>
              {text('settings.restore')}
            </Button>
          </Permitted>
        )}
      </td>
    </tr>
  )
}

/** The backup's name: the last part of its path, on every system. */
export function nameOf({ path }: Pick<BackupInfo, 'path'>): string {
  return path.split(/[\\/]/).at(-1) ?? path
}
