import { UnstyledButton } from '@mantine/core'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { RequestLogEntry } from '../../../../src-main/domain/live-event.ts'
import table from '../../../components/data-table.module.css'
import { Icon } from '../../../components/icon.tsx'
import { Moment } from '../../../components/moment.tsx'
import { StatusCode } from '../../../components/status-code.tsx'
import { formatMilliseconds, text } from '../../../locales/messages.ts'
import { ENVIRONMENT_ICONS } from '../../shell/environment-icons.ts'
import styles from '../activity.module.css'
import { RequestDetail } from './request-detail.tsx'

const COLUMNS = ['request', 'status', 'duration', 'key', 'time'] as const
const SKELETON_ROWS = Array.from({ length: 10 }, (_, index) => index)

export function RequestsTable({ entries, dimmed, page }: { entries: readonly RequestLogEntry[] | null; dimmed: boolean; page: number }) {
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<string | null>(null)
  useEffect(() => {
    box.current?.scrollTo({ top: 0 })
  }, [page])
  const label = entries === null ? text('requests.loading') : text('requests.table', { page })
  return (
    <div ref={box} className={table.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={dimmed && entries !== null ? `${table.table} ${table.dimmed}` : table.table} aria-label={label}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                <span className={styles.heading}>{text(`requests.column.${column}`)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries === null && SKELETON_ROWS.map((row) => <SkeletonRow key={row} />)}
          {entries?.map((entry) => (
            <Fragment key={entry.id}>
              <Row entry={entry} open={entry.id === open} onToggle={() => setOpen(entry.id === open ? null : entry.id)} />
              {entry.id === open && (
                <tr className={styles.detail}>
                  <td colSpan={COLUMNS.length}>
                    <RequestDetail entry={entry} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
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
            // The row would take it back again.
            event.stopPropagation()
            onToggle()
          }}
        >
          <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />
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
          <span className={styles.channel}>{text('requests.noKey')}</span>
        ) : (
          <span className={styles.key}>
            <Icon name={ENVIRONMENT_ICONS[entry.environment]} size={15} />
            {entry.keyName}
          </span>
        )}
      </td>
      <td className={styles.time}>
        <Moment value={entry.time} />
      </td>
    </tr>
  )
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{6}([0-9a-f]{6})/g

/** Without what stands in every path of a project, and of ids their ends: the detail has it whole. */
function shortPath({ path, projectId }: RequestLogEntry): string {
  return (projectId === null ? path : path.replace(`/v1/projects/${projectId}`, '')).replaceAll(UUID, '…$1')
}

function SkeletonRow() {
  return (
    <tr aria-hidden="true">
      {COLUMNS.map((column) => (
        <td key={column}>
          <span className={`${table.skeleton} ${styles.bar}`} />
        </td>
      ))}
    </tr>
  )
}
