import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import styles from './notice.module.css'

interface NoticeProps {
  tone: 'failed' | 'pending' | 'active' | 'plain'
  icon: IconName
  title: string
  children?: ReactNode
  /** Announced to screen readers. */
  live?: boolean
}

/** A note on the content next to it: what happened, what it means, what to do. */
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
