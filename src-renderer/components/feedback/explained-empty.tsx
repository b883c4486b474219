import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import { StateMessage } from './state-message.tsx'
import styles from './explained-empty.module.css'

interface ExplainedEmptyProps {
  icon: IconName
  title: string
  text: string
  /** What it will do, point by point. */
  points: readonly { icon: IconName; title: string; text: string }[]
  /** The button that leads there. */
  children: ReactNode
}

/** A feature that is not set up yet: what it is for, and how to start. */
export function ExplainedEmpty({ points, children, ...message }: ExplainedEmptyProps) {
  return (
    <div className={styles.scroll}>
      <StateMessage {...message}>
        <ul className={styles.points}>
          {points.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon name={icon} />
              <span>
                <strong>{title}</strong>
                {text}
              </span>
            </li>
          ))}
        </ul>
        {children}
      </StateMessage>
    </div>
  )
}
