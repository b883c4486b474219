import { Button } from '@mantine/core'
import type { EnvironmentName } from '../../../../src-main/domain/environment-name.ts'
import { Icon, type IconName } from '../../../components/icon.tsx'
import { StateMessage } from '../../../components/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { showWebhook } from '../webhook-place.ts'
import styles from './endpoint.module.css'

const STEPS = [['bolt', 'happens'], ['shieldCheck', 'signed'], ['refresh', 'retried']] as const satisfies readonly (readonly [IconName, string])[]

/** What a webhook is and the way to one. */
export function WebhookEmpty({ environment }: { environment: EnvironmentName }) {
  return (
    <div className={styles.empty}>
      <StateMessage icon="webhook" title={text('webhook.empty.title')} text={text('webhook.empty.text')}>
        <ul className={styles.steps}>
          {STEPS.map(([icon, step]) => (
            <li key={step}>
              <Icon name={icon} />
              <span>
                <strong>{text(`webhook.empty.${step}`)}</strong>
                {text(`webhook.empty.${step}.text`)}
              </span>
            </li>
          ))}
        </ul>
        <div className={styles.choices}>
          {environment === 'sandbox' && (
            <Button leftSection={<Icon name="inbox" />} onClick={() => showWebhook({ task: 'create', withInbox: true })}>
              {text('webhook.empty.inbox')}
            </Button>
          )}
          <Button variant={environment === 'sandbox' ? 'default' : 'filled'} leftSection={<Icon name="plus" />} onClick={() => showWebhook({ task: 'create', withInbox: false })}>
            {text('webhook.create')}
          </Button>
        </div>
        {environment === 'sandbox' && <p className={styles.hint}>{text('webhook.empty.inbox.text')}</p>}
      </StateMessage>
    </div>
  )
}
