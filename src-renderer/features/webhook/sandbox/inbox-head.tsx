import { Box, SegmentedControl, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { useBarrier } from '../../../client/rights.tsx'
import { INBOX_ANSWERS } from '../../../../src-main/domain/webhooks/inbox.ts'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import { useCall } from '../../../client/use-call.ts'
import { CopyLine } from '../../../components/code/copy-line.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { text } from '../../../locales/messages.ts'
import styles from './inbox.module.css'

/** The inbox's address, and how it responds from now on. */
export function InboxHead({ projectId, inbox }: { projectId: string; inbox: CallOutput<'inbox.get'> | null }) {
  const label = useId()
  const why = useBarrier('inbox.behave')
  const { problem, run } = useCall('inbox.behave', ['inbox.get', 'audit.list'], () => {})
  const behaviour = inbox?.behaviour
  const answer = behaviour?.answer ?? '200'
  return (
    <div className={styles.head}>
      <CopyLine
        label={text('inbox.url')}
        value={inbox?.url ?? null}
        nothing={inbox === null ? '' : text('inbox.url.none')}
      />
      <Stack gap="xs" maw="28rem">
        <Box id={label} component="span" fz="sm" fw={500}>
          {text('inbox.answers')}
        </Box>
        <SegmentedControl
          aria-labelledby={label}
          size="sm"
          disabled={inbox === null || why !== null}
          data={INBOX_ANSWERS.map((value) => ({ value, label: text(`inbox.answer.${value}`) }))}
          value={answer}
          onChange={(value) => {
            const chosen = INBOX_ANSWERS.find((known) => known === value)
            if (chosen !== undefined) run({ projectId, ...behaviour, answer: chosen })
          }}
        />
        <Text component="span" c="dimmed" fz="xs" lh={1.5} role="status">
          {text(`inbox.answer.${answer}.text`, {
            retryAfter: behaviour?.retryAfterSeconds ?? 0,
            delay: behaviour?.delaySeconds ?? 0,
          })}
        </Text>
      </Stack>
      <Problem words={problem} />
    </div>
  )
}
