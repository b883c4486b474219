import { Box, Skeleton, Stack } from '@mantine/core'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { errorWords } from '../../../client/error-words.ts'
import { CodeView } from '../../../components/code/code-view.tsx'
import { Icon } from '../../../components/icon.tsx'
import { prettyJson } from '../../../components/code/pretty-json.ts'
import { Moment } from '../../../components/text/moment.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { text } from '../../../locales/messages.ts'
import { useAhead } from '../ahead.ts'
import styles from './events.module.css'

/** A delivery's attempts with their responses, and the body. */
export function DeliveryDetail(input: ProjectScope & { deliveryId: string }) {
  const aheadMs = useAhead()
  const { value, error } = useQuery('webhook.deliveries.get', input)
  if (error !== null) return <Problem words={errorWords(error)} />
  if (value === undefined) return <Skeleton height={64} />
  return (
    <Stack gap="sm" pt={0} pe="md" pb="md" ps={36}>
      {value.attempts.length === 0 && (
        <Box component="p" m={0} c="dimmed" fz="xs">
          {text('card.events.noAttempt')}
        </Box>
      )}
      <ul className={styles.attempts}>
        {value.attempts.map((attempt) => {
          const arrived = attempt.statusCode !== null && attempt.statusCode >= 200 && attempt.statusCode < 300
          return (
            <li key={attempt.number} data-arrived={arrived}>
              <Icon name={arrived ? 'circleCheck' : 'alert'} size={14} />
              <span>
                {attempt.statusCode === null
                  ? (attempt.error ?? '')
                  : text('card.events.answered', { status: String(attempt.statusCode), duration: attempt.durationMs })}
              </span>
              <Moment value={attempt.startedAt} aheadMs={aheadMs} />
            </li>
          )
        })}
      </ul>
      <CodeView syntax="json" code={prettyJson(value.body) ?? value.body} label={text('card.events.body')} />
    </Stack>
  )
}
