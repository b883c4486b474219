import type { ReactNode } from 'react'
import table from '../../components/data-table.module.css'
import styles from './overview.module.css'

interface PanelProps {
  title: string
  /** Beside the title, at the right. */
  aside?: ReactNode
  children: ReactNode
}

/** A framed part of the overview. */
export function Panel({ title, aside, children }: PanelProps) {
  return (
    <section className={styles.panel} aria-label={title}>
      <div className={styles.heading}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
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
