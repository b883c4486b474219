import { Button } from '@mantine/core'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import table from '../../../components/data-table.module.css'
import { Icon } from '../../../components/icon.tsx'
import { Moment } from '../../../components/moment.tsx'
import { formatBytes, text } from '../../../locales/messages.ts'
import styles from '../settings.module.css'

export type BackupInfo = CallOutput<'backup.list'>[number]

const COLUMNS = ['made', 'size', 'key', 'version', 'do'] as const

/** Newest first. */
export function BackupsTable({ backups, onRestore }: { backups: readonly BackupInfo[] | null; onRestore: (backup: BackupInfo) => void }) {
  return (
    <div className={styles.scroll} role="region" aria-label={text('settings.backups')} tabIndex={0}>
      <table className={table.table}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                <span className={column === 'do' ? styles.unseen : styles.columnName}>{text(`settings.backups.${column}`)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {backups === null && (
            <tr aria-hidden="true">
              {COLUMNS.map((column) => (
                <td key={column}>
                  <span className={`${table.skeleton} ${styles.wait}`} />
                </td>
              ))}
            </tr>
          )}
          {backups?.map((backup) => (
            <tr key={backup.path}>
              <td>
                <Moment value={backup.createdAt} />
              </td>
              <td>{formatBytes(backup.sizeBytes)}</td>
              <td>
                {backup.withDataKey ? (
                  <span className={styles.fine}>
                    <Icon name="access" size={15} />
                    {text('settings.backups.withKey')}
                  </span>
                ) : (
                  <span className={styles.dim}>{text('settings.backups.withoutKey')}</span>
                )}
              </td>
              <td className={styles.dim}>{backup.version}</td>
              <td className={styles.end}>
                <Button variant="default" size="compact-sm" onClick={() => onRestore(backup)}>
                  {text('settings.restore')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The backup's name: the last part of its path, on every system. */
export function nameOf({ path }: Pick<BackupInfo, 'path'>): string {
  return path.split(/[\\/]/).at(-1) ?? path
}
