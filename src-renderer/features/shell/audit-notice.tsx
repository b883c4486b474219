import { useQuery } from '../../client/client-context.tsx'
import { Icon } from '../../components/icon.tsx'
import { formatNumber, formatUtc, text } from '../../locales/messages.ts'
import styles from './shell.module.css'

/** Over every screen while an audit log differs from what another log witnessed. The service keeps running. */
export function AuditNotice() {
  const { value } = useQuery('service.info', {})
  const notices = value?.notices.filter((notice) => notice.kind === 'chain_rolled_back') ?? []
  // Two other logs may remember the same chain; one notice is enough.
  const [notice] = notices
  if (notice === undefined) return null
  return (
    <div className={styles.hold} role="status">
      <Icon name="alert" size={16} />
      <span>
        <strong>{text('notice.chain', { chain: text(`chain.${notice.chain}`) })}</strong> ·{' '}
        {text('notice.chain.text', { entries: formatNumber(notice.entries), time: formatUtc(notice.rememberedAt) })}
      </span>
    </div>
  )
}
