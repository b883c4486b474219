import type { ReactNode } from 'react'
import table from '../../components/table/data-table.module.css'
import { Panel as Framed } from '../../components/screen/panel.tsx'
import styles from './overview.module.css'

interface PanelProps {
  /** For what on the same screen leads here. */
  id?: string
  title: string
  /** Beside the title, at the right. */
  aside?: ReactNode
  children: ReactNode
}

/** A framed part of the overview, whose pieces follow one another without a gap. */
export function Panel({ id, title, aside, children }: PanelProps) {
  return (
    <Framed title={title} beside={aside}>
      <div className={styles.body} id={id} tabIndex={id === undefined ? undefined : -1}>
        {children}
      </div>
    </Framed>
  )
}

/** Stands where numbers will be, at about their size. */
export function Skeleton({ rows = 1, size = 'line' }: { rows?: number; size?: 'line' | 'figure' | 'chart' | 'row' }) {
  return (
    <div className={styles.skeletons} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={`${table.skeleton} ${styles[size]}`} />
      ))}
    </div>
  )
}
