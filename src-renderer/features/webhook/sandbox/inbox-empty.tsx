import { Permitted } from '../../../components/button/permitted.tsx'
import { Button } from '@mantine/core'
import { Icon } from '../../../components/icon.tsx'
import { StateMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { showWebhook } from '../webhook-place.ts'

/** An empty inbox: no webhook leads here, or nothing was sent yet. */
export function InboxEmpty({ hasWebhook, leadsHere }: { hasWebhook: boolean; leadsHere: boolean }) {
  if (leadsHere) {
    return (
      <StateMessage icon="inbox" title={text('inbox.empty.title')} text={text('inbox.empty.text')}>
        <Button leftSection={<Icon name="play" />} onClick={() => showWebhook({ tab: 'simulate' })}>
          {text('delivery.empty.simulate')}
        </Button>
      </StateMessage>
    )
  }
  return (
    <StateMessage
      icon="inbox"
      title={text('inbox.apart.title')}
      text={text(hasWebhook ? 'inbox.apart.other' : 'inbox.apart.none')}
    >
      <Permitted call={hasWebhook ? 'webhook.update' : 'webhook.create'}>
        <Button
          leftSection={<Icon name="webhook" />}
          onClick={() => showWebhook(hasWebhook ? { task: 'edit' } : { task: 'create', withInbox: true })}
        >
          {text(hasWebhook ? 'inbox.apart.edit' : 'webhook.empty.inbox')}
        </Button>
      </Permitted>
    </StateMessage>
  )
}
