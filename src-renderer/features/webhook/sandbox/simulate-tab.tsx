import { Permitted } from '../../../components/button/permitted.tsx'
import { Button } from '@mantine/core'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { Webhook } from '../../../../src-main/domain/webhook.ts'
import { Icon } from '../../../components/icon.tsx'
import { StateMessage } from '../../../components/feedback/state-message.tsx'
import '../../../locales/later-words.ts'
import { text } from '../../../locales/messages.ts'
import { showWebhook } from '../webhook-place.ts'
import { SchedulerPanel } from './scheduler-panel.tsx'
import { SimulatePanel } from './simulate-panel.tsx'
import { ScreenBody } from '../../../components/screen/screen-body.tsx'
import styles from './sandbox.module.css'

/** Simulated events: one now, or some on a schedule. While the webhook loads, it is null and `none` false. */
export function SimulateTab({ webhook, none, ...place }: ProjectScope & { webhook: Webhook | null; none: boolean }) {
  if (none) {
    return (
      <StateMessage icon="play" title={text('simulate.none.title')} text={text('simulate.none.text')}>
        <Permitted call="webhook.create">
          <Button leftSection={<Icon name="inbox" />} onClick={() => showWebhook({ task: 'create', withInbox: true })}>
            {text('webhook.empty.inbox')}
          </Button>
        </Permitted>
      </StateMessage>
    )
  }
  if (webhook === null) return <div aria-busy="true" aria-label={text('app.loading')} />
  return (
    <ScreenBody pt="lg" pb="lg" className={styles.panels}>
      <SimulatePanel {...place} webhook={webhook} />
      <SchedulerPanel {...place} webhook={webhook} />
    </ScreenBody>
  )
}
