import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Permitted } from '../../../components/button/permitted.tsx'
import type { Approval } from '../../../../src-main/domain/approvals/approval.ts'
import { useCall } from '../../../client/use-call.ts'
import { StateBadge } from '../../../components/badge/state-badge.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { SecretOnce } from '../../../components/overlay/secret-once.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { formatDay, text } from '../../../locales/messages.ts'
import { ApprovalValues } from './approval-values.tsx'
import { changeLines, changeTitle, STATE_TONES } from './approval-words.ts'
import { DecideDialog } from './decide-dialog.tsx'
import styles from '../settings.module.css'

const CHANGED = ['approvals.list', 'approvals.waiting', 'audit.list'] as const

/** One request: what would change, who asks and why, and what this person can do about it. */
export function ApprovalEntry({ projectId, approval }: { projectId: string; approval: Approval }) {
  const { id, change, reason, state, asker, askedAt, expiresAt, decider, answer, hasSecret, mayDecide, isOwn } =
    approval
  const [deciding, setDeciding] = useState<'approve' | 'decline' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const withdraw = useCall('approvals.withdraw', CHANGED, () => {})
  const collect = useCall('approvals.collect', CHANGED, ({ key, webhook }) =>
    setSecret(key?.key ?? webhook?.secret ?? null),
  )
  return (
    <div className={styles.row}>
      <Stack gap={4} flex="1 1 16rem" miw={0}>
        <Group gap={8}>
          <Text component="h3" fz="sm" fw={600}>
            {changeTitle(change)}
          </Text>
          <StateBadge
            tone={STATE_TONES[state]}
            icon={state === 'waiting' ? 'clock' : 'shieldCheck'}
            word={text(`approvals.state.${state}`)}
          />
        </Group>
        {changeLines(change).map((line) => (
          <Text key={line} fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {line}
          </Text>
        ))}
        {change.subject === 'bulk' && state === 'waiting' && (
          <ApprovalValues projectId={projectId} approval={approval} />
        )}
        <Text fz="sm">{text('approvals.because', { reason })}</Text>
        <Text c="dimmed" fz="xs">
          {text(isOwn ? 'approvals.byYou' : 'approvals.by', { name: asker.name })}, <Moment value={askedAt} />
          {state === 'waiting' && ` · ${text('approvals.until', { time: formatDay(expiresAt) })}`}
          {decider !== null && ` · ${text('approvals.decidedBy', { name: decider.name })}`}
        </Text>
        {answer !== null && (
          <Text c="dimmed" fz="xs">
            {answer}
          </Text>
        )}
        <Problem words={withdraw.problem ?? collect.problem} />
      </Stack>
      <div className={styles.control}>
        <Group gap="xs">
          {mayDecide && (
            <>
              <Permitted call="approvals.decline">
                <Button variant="default" size="compact-sm" onClick={() => setDeciding('decline')}>
                  {text('approvals.decline')}
                </Button>
              </Permitted>
              <Permitted call="approvals.approve">
                <Button size="compact-sm" onClick={() => setDeciding('approve')}>
                  {text('approvals.approve')}
                </Button>
              </Permitted>
            </>
          )}
          {isOwn && state === 'waiting' && (
            <Permitted call="approvals.withdraw">
              <Button
                variant="default"
                size="compact-sm"
                loading={withdraw.busy}
                onClick={() => withdraw.run({ projectId, approvalId: id })}
              >
                {text('approvals.withdraw')}
              </Button>
            </Permitted>
          )}
          {hasSecret && (
            <Permitted call="approvals.collect">
              <Button
                size="compact-sm"
                loading={collect.busy}
                onClick={() => collect.run({ projectId, approvalId: id })}
              >
                {text('approvals.collect')}
              </Button>
            </Permitted>
          )}
        </Group>
      </div>
      {deciding !== null && (
        <DecideDialog projectId={projectId} approval={approval} decision={deciding} onClose={() => setDeciding(null)} />
      )}
      {secret !== null && (
        <SecretOnce
          title={changeTitle(change)}
          label={text('approvals.secret')}
          secret={secret}
          copy={text('approvals.secret.copy')}
          done={text('close')}
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  )
}
