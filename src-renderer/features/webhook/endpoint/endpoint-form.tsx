import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { EVENT_NAMES, type EventName } from '../../../../src-main/domain/event-catalogue.ts'
import { LONGEST_DESCRIPTION, type CreatedWebhook, type Webhook } from '../../../../src-main/domain/webhook.ts'
import { webhookUrlProblem } from '../../../../src-main/domain/webhooks/webhook-url.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { fieldWords, restWords } from '../../../client/error-words.ts'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { fieldError } from '../../../components/feedback/error-text.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { NeedsSecondPerson } from '../../approvals/needs-second-person.tsx'
import { EventPicker } from './event-picker.tsx'
import { UrlField } from './url-field.tsx'

interface EndpointFormProps extends ProjectScope {
  /** Null creates one. */
  webhook: Webhook | null
  withInbox: boolean
  onCreated?: (created: CreatedWebhook) => void
  onClose: () => void
}

export function EndpointForm({ webhook, withInbox, onCreated, onClose, ...place }: EndpointFormProps) {
  const inbox = useQuery('inbox.get', { projectId: place.projectId })
  const inboxUrl = place.environment === 'sandbox' ? (inbox.value?.url ?? null) : null
  // Null: nothing was typed, so that the inbox's address may still come.
  const [typed, setTyped] = useState<string | null>(webhook?.url ?? null)
  const url = typed ?? (withInbox ? (inboxUrl ?? '') : '')
  const [events, setEvents] = useState<readonly EventName[]>(webhook?.events ?? EVENT_NAMES)
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [judged, setJudged] = useState(false)
  const changed = ['webhook.get', 'webhook.deliveries.list', 'webhook.scheduler.get', 'audit.list'] as const
  const create = useCall('webhook.create', changed, (created) => onCreated?.(created))
  const update = useCall('webhook.update', changed, () => {
    showToast('done', text('webhook.changed'))
    onClose()
  })
  const { error: refusal, clear } = webhook === null ? create : update
  // The refusal was about the former text.
  const changeUrl = (value: string) => {
    setTyped(value)
    clear()
  }
  const submit = () => {
    setJudged(true)
    if (webhookUrlProblem(url.trim(), place.environment) !== null || events.length === 0) return
    const values = {
      url: url.trim(),
      events: [...events],
      description: description.trim() === '' ? null : description.trim(),
    }
    if (webhook === null) create.run({ ...place, ...values })
    else update.run({ ...place, ...values })
  }
  return (
    <FormDialog
      title={text(webhook === null ? 'webhook.new.title' : 'webhook.edit.title')}
      action={text(webhook === null ? 'webhook.create' : 'save')}
      size="35rem"
      busy={create.busy || update.busy}
      problem={restWords(refusal, ['url', 'description'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <UrlField
        value={url}
        environment={place.environment}
        inboxUrl={inboxUrl}
        judged={judged}
        refused={fieldWords(refusal, 'url')}
        changes={webhook !== null && url.trim() !== webhook.url}
        onChange={changeUrl}
      />
      {place.environment === 'production' && url.trim() !== webhook?.url && (
        <NeedsSecondPerson projectId={place.projectId} />
      )}
      <EventPicker
        chosen={events}
        environment={place.environment}
        missing={judged && events.length === 0}
        onChange={setEvents}
      />
      <TextInput
        label={text('webhook.description')}
        description={text('webhook.description.hint')}
        placeholder={text('webhook.description.example')}
        value={description}
        maxLength={LONGEST_DESCRIPTION}
        autoComplete="off"
        error={fieldError(fieldWords(refusal, 'description'))}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
