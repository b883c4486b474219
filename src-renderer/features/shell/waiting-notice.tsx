import { useQuery } from '../../client/client-context.tsx'
import { Icon } from '../../components/icon.tsx'
import { PlaceLink } from '../../components/text/place-link.tsx'
import { plural, text } from '../../locales/messages.ts'
import styles from './shell.module.css'

/** Above every screen while requests wait for this person's approval. */
export function WaitingNotice({ projectId }: { projectId: string }) {
  const count = useQuery('approvals.waiting', { projectId }).value?.count ?? 0
  if (count === 0) return null
  return (
    <div className={styles.notice} role="status">
      <Icon name="shieldCheck" size={16} />
      <span>{plural('approvals.waiting', count)}</span>
      <PlaceLink screen="settings" params={{ section: 'approvals' }}>
        {text('approvals.show')}
      </PlaceLink>
    </div>
  )
}
