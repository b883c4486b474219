import { Button } from '@mantine/core'
import { useCallback } from 'react'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useAppStore } from '../../app-store.ts'
import { useQuery } from '../../client/client-context.tsx'
import { useMay } from '../../client/rights.tsx'
import { useSame } from '../../client/use-same.ts'
import { ListPanel } from '../../components/table/list-panel.tsx'
import { StateMessage } from '../../components/feedback/state-message.tsx'
import { text } from '../../locales/messages.ts'
import { ActivityTable } from './activity-table.tsx'
import { AuditToolbar, CountContext } from './audit-toolbar.tsx'
import {
  AUDIT_PAGE,
  auditInput,
  auditParamsOf,
  auditViewOf,
  chainOf,
  isNarrowed,
  NOTHING_NARROWED,
  type AuditView,
} from './audit-view.ts'
import { ChainState } from './chain-state.tsx'

/** The audit log: who did what, from where, and proof that it is intact. */
export function AuditTab({ projectId, environment }: ProjectScope) {
  const asked = auditViewOf(
    useAppStore(({ params }) => params),
    projectId,
  )
  // What concerns no project, or others, is for administrators.
  const whole = useMay('audit.list', null).may
  const view = useSame<AuditView>(
    whole ? asked : { ...asked, log: 'environment', projectId: asked.projectId ?? projectId },
  )
  const verifies = useMay('audit.verify').may
  const show = useAppStore((state) => state.show)
  const answer = useQuery('audit.list', auditInput(view, environment), { live: 'hold' })
  const { value, isPrevious } = answer
  const change = useCallback(
    (changes: Partial<AuditView>) => show(auditParamsOf({ ...view, page: 1, ...changes }, projectId)),
    [show, view, projectId],
  )
  return (
    <>
      {verifies && (
        <ChainState
          kind={chainOf(view, environment)}
          projectId={view.projectId}
          listed={value !== undefined || answer.error !== null}
        />
      )}
      <CountContext value={value === undefined || isPrevious ? null : value.total}>
        <AuditToolbar view={view} whole={whole} environment={environment} onChange={change} />
      </CountContext>
      <ListPanel
        answer={answer}
        label={text('activity.log')}
        failed={text('activity.error.title')}
        empty={
          <ActivityEmpty
            filtered={isNarrowed(view)}
            onClear={() => change({ ...NOTHING_NARROWED, projectId: view.log === 'control' ? null : projectId })}
          />
        }
        page={view.page}
        pageSize={AUDIT_PAGE}
        onPage={(page) => change({ page })}
      >
        {(entries, dimmed) => (
          <ActivityTable
            environment={environment}
            entries={entries}
            dimmed={dimmed}
            page={view.page}
            onActor={(actor) => change({ actor })}
          />
        )}
      </ListPanel>
    </>
  )
}

function ActivityEmpty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered)
    return <StateMessage icon="activity" title={text('activity.empty.title')} text={text('activity.empty.text')} />
  return (
    <StateMessage icon="activity" title={text('activity.filtered.title')}>
      <Button variant="default" onClick={onClear}>
        {text('activity.filtered.action')}
      </Button>
    </StateMessage>
  )
}
