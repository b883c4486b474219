import { Box } from '@mantine/core'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { Webhook } from '../../../../src-main/domain/webhook.ts'
import { Moment } from '../../../components/text/moment.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { text } from '../../../locales/messages.ts'
import { useAheadMs } from '../environment-time.ts'

/** Why nothing is sent, since when, and what happens to events meanwhile. */
export function DisabledNotice({ webhook, environment }: ProjectScope & { webhook: Webhook }) {
  const aheadMs = useAheadMs(environment)
  const reason = webhook.disabledReason ?? 'manual'
  return (
    <Notice
      tone={reason === 'manual' ? 'plain' : 'failed'}
      icon={reason === 'manual' ? 'info' : 'alert'}
      title={text(`webhook.disabled.${reason}`)}
    >
      <p>{text(`webhook.disabled.${reason}.text`)}</p>
      {webhook.disabledAt !== null && (
        <Box component="span" fz="xs">
          {text('webhook.disabled.since')} <Moment value={webhook.disabledAt} aheadMs={aheadMs} />
        </Box>
      )}
    </Notice>
  )
}
