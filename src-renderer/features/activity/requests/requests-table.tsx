import { Group, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { RequestLogEntry } from '../../../../src-main/domain/desk/live-event.ts'
import { Icon } from '../../../components/icon.tsx'
import { ListTable } from '../../../components/table/list-table.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { StatusCode } from '../../../components/badge/status-code.tsx'
import { formatMilliseconds, text } from '../../../locales/messages.ts'
import { ENVIRONMENT_ICONS } from '../../shell/environment-icons.ts'
import styles from '../activity.module.css'
import { RequestDetail } from './request-detail.tsx'

const COLUMNS = ['request', 'status', 'duration', 'key', 'time'] as const

export function RequestsTable({
  entries,
  dimmed,
  page,
}: {
  entries: readonly RequestLogEntry[] | null
  dimmed: boolean
  page: number
}) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <ListTable
      label={entries === null ? text('requests.loading') : text('requests.table', { page })}
      columns={COLUMNS.map((key) => ({ key, word: text(`requests.column.${key}`) }))}
      rows={
        entries?.map((entry) => (
          <Opened
            key={entry.id}
            entry={entry}
            open={entry.id === open}
            onToggle={() => setOpen(entry.id === open ? null : entry.id)}
          />
        )) ?? null
      }
      dimmed={dimmed}
      page={page}
    />
  )
}

/** A request; while open, with its details below. */
function Opened({ entry, open, onToggle }: { entry: RequestLogEntry; open: boolean; onToggle: () => void }) {
  return (
    <>
      <Row entry={entry} open={open} onToggle={onToggle} />
      {open && (
        <tr className={styles.detail}>
          <td colSpan={COLUMNS.length}>
            <RequestDetail entry={entry} />
          </td>
        </tr>
      )}
    </>
  )
}

function Row({ entry, open, onToggle }: { entry: RequestLogEntry; open: boolean; onToggle: () => void }) {
  return (
    <tr className={styles.row} onClick={onToggle}>
      <th scope="row">
        <UnstyledButton
          className={styles.request}
          aria-expanded={open}
          onClick={(event) => {
            // The row's own click would close it again.
            event.stopPropagation()
            onToggle()
          }}
        >
          <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} className={styles.dim} />
          <span className={styles.method}>{entry.method}</span>
          <span className={styles.path}>{shortPath(entry)}</span>
        </UnstyledButton>
      </th>
      <td>
        <StatusCode status={entry.status} bare />
      </td>
      <td>{formatMilliseconds(entry.durationMs)}</td>
      <td>
        {entry.keyName === null || entry.environment === null ? (
          <span className={styles.dim}>{text('requests.noKey')}</span>
        ) : (
          <Group component="span" display="inline-flex" gap={6}>
            <Icon name={ENVIRONMENT_ICONS[entry.environment]} size={15} />
            {entry.keyName}
          </Group>
        )}
      </td>
      <td className={styles.dim}>
        <Moment value={entry.time} />
      </td>
    </tr>
  )
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{6}([0-9a-f]{6})/g

/**
 * Leaves out the prefix that every path of a project has, and shortens ids to their ends; the detail shows it whole.
 */
function shortPath({ path, projectId }: RequestLogEntry): string {
  return (projectId === null ? path : path.replace(`/v1/projects/${projectId}`, '')).replaceAll(UUID, '…$1')
}
