import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import styles from './notice.module.css'

interface NoticeProps {
  tone: 'failed' | 'pending' | 'active' | 'plain'
  icon: IconName
  title: string
  children?: ReactNode
  /** Read aloud as it comes. */
  live?: boolean
}

/** Something to know about what stands beside it: what it is, what it means, what to do. */
export function Notice({ tone, icon, title, children, live = false }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={live ? 'status' : undefined}>
      <Icon name={icon} />
      <div className={styles.body}>
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  )
}
