import { UnstyledButton } from '@mantine/core'
import { plural } from '../../locales/messages.ts'
import { Icon } from '../icon.tsx'
import styles from './changed-pill.module.css'

/**
 * "4 changed · show", over the top of a list whose rows do not move by themselves (`useQuery` with `live: 'hold'`).
 * The first thing in the list's panel.
 */
export function ChangedPill({ changed, onShow }: { changed: number; onShow: () => void }) {
  return (
    <div className={styles.anchor} role="status">
      {changed > 0 && (
        <UnstyledButton className={styles.pill} onClick={onShow}>
          <Icon name="arrowUp" size={15} />
          {plural('live.changed', changed)}
        </UnstyledButton>
      )}
    </div>
  )
}
