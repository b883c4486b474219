import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './screen-title.module.css'

/** The heading of a screen: what it is, how much there is, and what to do at the right. */
export function ScreenTitle({ title, count, children }: { title: string; count?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.title}>
      <Title order={1}>{title}</Title>
      {count !== undefined && (
        <span className={styles.count} role="status">
          {count}
        </span>
      )}
      <span className={styles.spacer} />
      {children}
    </div>
  )
}
