import { Permitted } from '../../../components/button/permitted.tsx'
import { Button, Group, Text } from '@mantine/core'
import type { EnvironmentName } from '../../../../src-main/domain/environment-name.ts'
import { ExplainedEmpty } from '../../../components/feedback/explained-empty.tsx'
import { Icon, type IconName } from '../../../components/icon.tsx'
import { text } from '../../../locales/messages.ts'
import { showWebhook } from '../webhook-place.ts'

const POINTS = [
  ['bolt', 'happens'],
  ['shieldCheck', 'signed'],
  ['refresh', 'retried'],
] as const satisfies readonly (readonly [IconName, string])[]

/** What a webhook is, and how to create one. */
export function WebhookEmpty({ environment }: { environment: EnvironmentName }) {
  return (
    <ExplainedEmpty
      icon="webhook"
      title={text('webhook.empty.title')}
      text={text('webhook.empty.text')}
      points={POINTS.map(([icon, point]) => ({
        icon,
        title: text(`webhook.empty.${point}`),
        text: text(`webhook.empty.${point}.text`),
      }))}
    >
      <Group gap="sm" align="stretch" justify="center">
        {environment === 'sandbox' && (
          <Permitted call="webhook.create">
            <Button
              leftSection={<Icon name="inbox" />}
              onClick={() => showWebhook({ task: 'create', withInbox: true })}
            >
              {text('webhook.empty.inbox')}
            </Button>
          </Permitted>
        )}
        <Permitted call="webhook.create">
          <Button
            variant={environment === 'sandbox' ? 'default' : 'filled'}
            leftSection={<Icon name="plus" />}
            onClick={() => showWebhook({ task: 'create', withInbox: false })}
          >
            {text('webhook.create')}
          </Button>
        </Permitted>
      </Group>
      {environment === 'sandbox' && (
        <Text c="dimmed" fz="xs" lh={1.5}>
          {text('webhook.empty.inbox.text')}
        </Text>
      )}
    </ExplainedEmpty>
  )
}
