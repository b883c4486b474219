import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { Permitted } from '../../components/button/permitted.tsx'
import { Button, Tabs } from '@mantine/core'
import { useQuery } from '../../client/client-context.tsx'
import { useMay } from '../../client/rights.tsx'
import { Guard } from '../../components/feedback/guard.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { ScreenTitle } from '../../components/screen/screen-title.tsx'
import { ErrorMessage } from '../../components/feedback/state-message.tsx'
import '../../locales/later-words.ts'
import { text } from '../../locales/messages.ts'
import { onDemand } from '../../on-demand.ts'
import { EndpointDialogs } from './endpoint/endpoint-dialogs.tsx'
import { EndpointTab } from './endpoint/endpoint-tab.tsx'
import { WebhookEmpty } from './endpoint/webhook-empty.tsx'
import { showWebhook, useWebhookView, WEBHOOK_TABS, type WebhookTab } from './webhook-place.ts'
import styles from './webhook.module.css'

const SimulateTab = onDemand(async () => (await import('./sandbox/simulate-tab.tsx')).SimulateTab)
const InboxTab = onDemand(async () => (await import('./sandbox/inbox-tab.tsx')).InboxTab)
const CodeTab = onDemand(async () => (await import('./receivers/code-tab.tsx')).CodeTab)

const ICONS: Record<WebhookTab, IconName> = { endpoint: 'webhook', simulate: 'play', inbox: 'inbox', code: 'code' }

/** Where events are sent and how that goes; in the sandbox also a receiver to try it with. */
export function WebhookScreen(place: ProjectScope) {
  const view = useWebhookView()
  const { value: webhook, error, reload } = useQuery('webhook.get', place)
  const none = webhook === null
  const { may: mayTry } = useMay('inbox.get')
  const tabs = WEBHOOK_TABS.filter(
    (tab) => (place.environment === 'sandbox' && mayTry) || tab === 'endpoint' || tab === 'code',
  )
  const tab = tabs.find((known) => known === view.tab) ?? 'endpoint'
  return (
    <>
      <ScreenTitle title={text('webhook.title')}>
        {none && tab !== 'endpoint' && (
          <Permitted call="webhook.create">
            <Button leftSection={<Icon name="plus" />} onClick={() => showWebhook({ task: 'create' })}>
              {text('webhook.create')}
            </Button>
          </Permitted>
        )}
      </ScreenTitle>
      <Tabs
        className={styles.tabs}
        value={tab}
        keepMounted={false}
        onChange={(next) => showWebhook({ tab: tabs.find((known) => known === next) ?? 'endpoint' })}
      >
        <Tabs.List aria-label={text('webhook.title')}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name} leftSection={<Icon name={ICONS[name]} size={16} />}>
              {text(`webhook.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel className={styles.panel} value={tab}>
          <Guard key={tab} waiting={<div aria-busy="true" aria-label={text('app.loading')} />}>
            {tab === 'endpoint' && error !== null && (
              <ErrorMessage title={text('webhook.error.title')} error={error} onRetry={reload} />
            )}
            {tab === 'endpoint' && error === null && none && <WebhookEmpty environment={place.environment} />}
            {tab === 'endpoint' && error === null && !none && <EndpointTab {...place} webhook={webhook ?? null} />}
            {tab === 'simulate' && <SimulateTab {...place} webhook={webhook ?? null} none={none} />}
            {tab === 'inbox' && <InboxTab projectId={place.projectId} webhookUrl={webhook?.url ?? null} />}
            {tab === 'code' && <CodeTab />}
          </Guard>
        </Tabs.Panel>
      </Tabs>
      <EndpointDialogs {...place} webhook={webhook ?? null} />
    </>
  )
}
