import { useQuery } from '../../../client/client-context.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { SettingsGroup } from '../settings-group.tsx'
import { SkeletonGroup } from '../skeleton-group.tsx'
import { ApprovalEntry } from './approval-entry.tsx'
import { RuleForm } from './rule-form.tsx'
import styles from '../settings.module.css'

/** What waits for a second person in this project, what was decided, and the rule itself. */
export function ApprovalsSection({ projectId }: { projectId: string }) {
  const { value, error, reload } = useQuery('approvals.list', { projectId })
  const rule = useQuery('approvals.rule', { projectId }).value
  if (error !== null) return <ErrorMessage title={text('approvals.error.title')} error={error} onRetry={reload} />
  return (
    <>
      {value === undefined ? (
        <SkeletonGroup title={text('approvals.list')} rows={2} />
      ) : (
        <SettingsGroup title={text('approvals.list')} lead={text('approvals.list.lead')}>
          {value.length === 0 && <p className={styles.none}>{text('approvals.none')}</p>}
          {value.map((approval) => (
            <ApprovalEntry key={approval.id} projectId={projectId} approval={approval} />
          ))}
        </SettingsGroup>
      )}
      {rule === undefined ? (
        <SkeletonGroup title={text('approvals.rule')} rows={2} />
      ) : (
        <RuleForm key={`${rule.enabled} ${rule.bulkOver}`} projectId={projectId} rule={rule} />
      )}
    </>
  )
}
