import { Permitted } from '../../../components/button/permitted.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { WebhookTestResult } from '../../../../src-main/domain/webhook.ts'
import { useCall } from '../../../client/use-call.ts'
import { Icon } from '../../../components/icon.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { formatDuration, text } from '../../../locales/messages.ts'
import styles from './endpoint.module.css'

/** Sends a test event now and shows the receiver's response. */
export function SendTest(place: ProjectScope) {
  const [result, setResult] = useState<WebhookTestResult | null>(null)
  const { busy, problem, run } = useCall(
    'webhook.test',
    ['webhook.get', 'webhook.deliveries.list', 'inbox.arrivals'],
    setResult,
  )
  return (
    <div className={styles.test}>
      <Permitted call="webhook.test">
        <Button
          fullWidth
          variant="default"
          leftSection={<Icon name="send" size={16} />}
          loading={busy}
          onClick={() => {
            setResult(null)
            run(place)
          }}
        >
          {text('webhook.test')}
        </Button>
      </Permitted>
      <Problem words={problem} />
      <div role="status">{result !== null && <Verdict result={result} />}</div>
    </div>
  )
}

function Verdict({ result: { success, statusCode, duration, message } }: { result: WebhookTestResult }) {
  const took = formatDuration(duration)
  if (success)
    return (
      <Notice tone="active" icon="circleCheck" title={text('webhook.test.ok', { status: String(statusCode), took })} />
    )
  if (statusCode !== null) {
    return (
      <Notice tone="failed" icon="alert" title={text('webhook.test.refused', { status: String(statusCode), took })}>
        <p>{text('webhook.test.refused.text')}</p>
      </Notice>
    )
  }
  return (
    <Notice tone="failed" icon="alert" title={text('webhook.test.none', { took })}>
      <p>{message}</p>
    </Notice>
  )
}
