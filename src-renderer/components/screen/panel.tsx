import type { ReactNode } from 'react'
import { Guard } from '../feedback/guard.tsx'
import styles from './panel.module.css'

/** A named part of a screen on a surface of its own. */
export function Panel({
  title,
  beside,
  className,
  children,
}: {
  title: string
  beside?: ReactNode
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <section className={className === undefined ? styles.panel : `${styles.panel} ${className}`} aria-label={title}>
      <header className={styles.heading}>
        <h2>{title}</h2>
        {beside}
      </header>
      <Guard small>{children}</Guard>
    </section>
  )
}
