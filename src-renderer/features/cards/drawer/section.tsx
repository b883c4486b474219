import type { ReactNode } from 'react'
import styles from './drawer.module.css'

/** A named part of the drawer. */
export function Section({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.section} role="group" aria-label={title}>
      <div className={styles.sectionHeading}>
        <h3>{title}</h3>
        {beside}
      </div>
      {children}
    </div>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
