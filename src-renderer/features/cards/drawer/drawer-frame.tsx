import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../../../components/icon.tsx'
import { text } from '../../../locales/messages.ts'
import { closeCard } from '../card-place.ts'
import styles from './drawer.module.css'

/** The drawer's heading with its way out, and what is below. */
export function DrawerFrame({ title, beside, children }: { title: ReactNode; beside?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.heading}>
        <h2>{title}</h2>
        {beside}
        <span className={styles.spacer} />
        <Tooltip label={text('card.close')}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={text('card.close')} onClick={closeCard}>
            <Icon name="close" />
          </ActionIcon>
        </Tooltip>
      </header>
      {children}
    </div>
  )
}
