import { useQuery } from '../../client/client-context.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { text } from '../../locales/messages.ts'

/** In a dialog: that what it does waits for another manager in this project. */
export function NeedsSecondPerson({ projectId, cards }: { projectId: string; cards?: number }) {
  const rule = useQuery('approvals.rule', { projectId }).value
  if (rule?.enabled !== true || (cards !== undefined && cards <= rule.bulkOver)) return null
  return <Notice tone="pending" icon="shieldCheck" title={text('approvals.needed')} />
}
