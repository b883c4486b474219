import { Button, NumberInput, Switch } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useBarrier } from '../../../client/rights.tsx'
import { Permitted } from '../../../components/button/permitted.tsx'
import type { ApprovalRule } from '../../../../src-main/domain/approvals/approval.ts'
import { useCall } from '../../../client/use-call.ts'
import { Problem } from '../../../components/feedback/problem.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { NeedsSecondPerson } from '../../approvals/needs-second-person.tsx'
import { Foot, Row, SettingsGroup } from '../settings-group.tsx'
import styles from '../settings.module.css'

/** The project's rule. Making it looser asks for an approval itself. */
export function RuleForm({ projectId, rule }: { projectId: string; rule: ApprovalRule }) {
  const [typed, setTyped] = useState<Partial<ApprovalRule>>({})
  const set = useCall('approvals.setRule', ['approvals.rule', 'approvals.list', 'audit.list'], () =>
    showToast('done', text('settings.saved')),
  )
  const why = useBarrier('approvals.setRule')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.run({ projectId, ...typed })
  }
  const { enabled, bulkOver } = { ...rule, ...typed }
  return (
    <form onSubmit={submit}>
      <SettingsGroup title={text('approvals.rule')} lead={text('approvals.rule.lead')}>
        <Row
          label={text('approvals.rule.enabled')}
          htmlFor="approvals-enabled"
          hint={why === null ? text('approvals.rule.what') : `${text('approvals.rule.what')} ${why}`}
        >
          <Switch
            id="approvals-enabled"
            checked={enabled}
            disabled={why !== null}
            onChange={({ currentTarget }) => setTyped({ ...typed, enabled: currentTarget.checked })}
          />
        </Row>
        {enabled && (
          <Row label={text('approvals.rule.over')} htmlFor="approvals-over" hint={text('approvals.rule.over.hint')}>
            <NumberInput
              id="approvals-over"
              w="8rem"
              disabled={why !== null}
              min={0}
              max={100_000}
              allowDecimal={false}
              allowNegative={false}
              value={bulkOver}
              onChange={(next) => setTyped({ ...typed, bulkOver: Number(next) })}
            />
          </Row>
        )}
        {(!enabled || bulkOver > rule.bulkOver) && (
          <div className={styles.wide}>
            <NeedsSecondPerson projectId={projectId} />
          </div>
        )}
        <Foot>
          <Problem words={set.problem} />
          <Permitted call="approvals.setRule">
            <Button type="submit" loading={set.busy} disabled={enabled === rule.enabled && bulkOver === rule.bulkOver}>
              {text('save')}
            </Button>
          </Permitted>
        </Foot>
      </SettingsGroup>
    </form>
  )
}
