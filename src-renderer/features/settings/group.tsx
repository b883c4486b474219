import type { ReactNode } from 'react'
import styles from './settings.module.css'

interface GroupProps {
  title: string
  /** What it is for, in a sentence or two. */
  lead?: string
  children: ReactNode
}

/** Settings that belong together, framed. */
export function Group({ title, lead, children }: GroupProps) {
  return (
    <section className={styles.group} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      {children}
    </section>
  )
}

interface RowProps {
  label: string
  hint?: ReactNode
  /** The control's id, where the label is to lead to it. */
  htmlFor?: string
  children: ReactNode
}

/** One setting: what it is at the left, its control at the right. */
export function Row({ label, hint, htmlFor, children }: RowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.about}>
        {htmlFor === undefined ? (
          <span className={styles.name}>{label}</span>
        ) : (
          <label className={styles.name} htmlFor={htmlFor}>
            {label}
          </label>
        )}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  )
}

/** The foot of a group with something to do. */
export function Foot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
