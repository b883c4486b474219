import { Permitted } from '../../../components/button/permitted.tsx'
import { Box, Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { Card } from '../../../../src-main/domain/card.ts'
import { EVENT_CATALOGUE, type EventName } from '../../../../src-main/domain/event-catalogue.ts'
import { fittingStatus, simulatedData, standInCard } from '../../../../src-main/domain/webhooks/simulated-event.ts'
import type { Webhook } from '../../../../src-main/domain/webhook.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { useCall } from '../../../client/use-call.ts'
import { CodeView } from '../../../components/code/code-view.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Panel } from '../../../components/screen/panel.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { showWebhook } from '../webhook-place.ts'
import { CardPicker } from './card-picker.tsx'

/** Sends one event now, for a chosen card, with a preview of its body. */
export function SimulatePanel({ webhook, ...place }: ProjectScope & { webhook: Webhook }) {
  const [chosen, setChosen] = useState<EventName>('card.enabled')
  const event = webhook.events.includes(chosen) ? chosen : (webhook.events[0] ?? chosen)
  const [card, setCard] = useState<Card | null>(null)
  const { busy, problem, run } = useCall(
    'webhook.simulate',
    ['webhook.deliveries.list', 'webhook.get', 'inbox.arrivals'],
    ({ deliveryId }) => {
      showToast('sent', text('simulate.done', { event }), {
        label: text('delivery.resent.show'),
        run: () => showWebhook({ tab: 'endpoint', deliveryId }),
      })
    },
  )
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    run({ ...place, event, ...(card === null ? {} : { cardId: card.id }) })
  }
  const aboutCard = event.startsWith('card.')
  const cards =
    useQuery('cards.list', {
      ...place,
      query: { ...(aboutCard ? { status: fittingStatus(event), limit: 1 } : { limit: 100 }), ...OLDEST_FIRST },
    }).value?.docs ?? []
  const shown = card ?? (aboutCard ? cards[0] : undefined) ?? null
  return (
    <Panel title={text('simulate.title')}>
      <Text c="dimmed" fz="sm" lh={1.5}>
        {text('simulate.text')}
      </Text>
      <Stack component="form" gap={14} align="stretch" onSubmit={submit}>
        <NativeSelect
          label={text('simulate.event')}
          description={text(`event.${event}`)}
          data={EVENT_CATALOGUE.map(({ name }) => ({
            value: name,
            label: webhook.events.includes(name) ? name : text('simulate.notSubscribed', { event: name }),
            disabled: !webhook.events.includes(name),
          }))}
          value={event}
          onChange={({ currentTarget }) =>
            setChosen(EVENT_CATALOGUE.find(({ name }) => name === currentTarget.value)?.name ?? event)
          }
        />
        {aboutCard && <CardPicker {...place} card={card} onPick={setCard} />}
        <Problem words={problem} />
        <Permitted call="webhook.simulate">
          <Button w="fit-content" type="submit" leftSection={<Icon name="play" size={16} />} loading={busy}>
            {text('simulate.do', { event })}
          </Button>
        </Permitted>
        {webhook.status === 'disabled' && (
          <Text c="dimmed" fz="sm" lh={1.5}>
            {text('simulate.disabled')}
          </Text>
        )}
        <Stack gap="xs">
          <Box component="span" fz="md" fw={500}>
            {text('simulate.preview')}
          </Box>
          <CodeView syntax="json" code={previewOf(place, event, shown, cards)} label={text('simulate.preview')} />
        </Stack>
      </Stack>
    </Panel>
  )
}

const OLDEST_FIRST = { sortField: 'createdAt', sortDirection: 'asc' } as const

/** The body as it will be sent, except for its ID and time, which do not exist yet. */
function previewOf(
  { projectId, environment }: ProjectScope,
  event: EventName,
  card: Card | null,
  cards: readonly Card[],
): string {
  const data = simulatedData(
    environment,
    projectId,
    event,
    card ?? standInCard(environment, projectId, '…', new Date()),
    cards,
  )
  return JSON.stringify({ id: 'evt_…', event, created_at: '…', data }, null, 2)
}
