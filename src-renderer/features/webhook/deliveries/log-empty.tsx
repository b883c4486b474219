import { Button } from '@mantine/core'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { Icon } from '../../../components/icon.tsx'
import { StateMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { showWebhook } from '../webhook-place.ts'

/** Nothing sent yet, or no match: each with what to do. */
export function LogEmpty({ environment, filtered, page }: ProjectScope & { filtered: boolean; page: number }) {
  if (filtered || page > 1) {
    return (
      <StateMessage icon="filter" title={text('delivery.empty.filtered')}>
        <Button variant="default" onClick={() => showWebhook({ status: null, event: null, page: 1 })}>
          {text('delivery.empty.clear')}
        </Button>
      </StateMessage>
    )
  }
  return (
    <StateMessage icon="send" title={text('delivery.empty.title')} text={text(`delivery.empty.${environment}`)}>
      {environment === 'sandbox' && (
        <Button variant="default" leftSection={<Icon name="play" />} onClick={() => showWebhook({ tab: 'simulate' })}>
          {text('delivery.empty.simulate')}
        </Button>
      )}
    </StateMessage>
  )
}
