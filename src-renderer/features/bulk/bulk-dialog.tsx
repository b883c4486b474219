import { Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { BulkRequest, BulkSelection } from '../../../src-main/domain/cards/bulk.ts'
import type { CardReason } from '../../../src-main/domain/cards/card-reason.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useService } from '../../client/client-context.tsx'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { ErrorMessage } from '../../components/feedback/state-message.tsx'
import { plural, text } from '../../locales/messages.ts'
import { enablingWords } from '../consequence/enabling.tsx'
import { useAhead } from '../cards/ahead.ts'
import { UntilChoice } from '../cards/planned/until-choice.tsx'
import type { Until } from '../cards/planned/until.ts'
import { ReasonChips } from '../cards/reason-chips.tsx'
import { NeedsSecondPerson } from '../approvals/needs-second-person.tsx'
import { BulkPreviewView } from './bulk-preview.tsx'
import { ConfirmCount, isConfirmed } from './confirm-count.tsx'
import { usePreview } from './use-preview.ts'
import { useStart } from './use-start.ts'

/** A command on the selected cards. */
export interface BulkAsk {
  command: 'enable' | 'disable'
  selection: BulkSelection
  /** Suggested, and chosen until another is. */
  reason?: CardReason
}

interface BulkDialogProps extends ProjectScope {
  ask: BulkAsk
  onStarted: () => void
  onClose: () => void
}

/** Enables or disables many: a preview, a reason, and one button that says how many. */
export function BulkDialog({
  projectId,
  environment,
  ask: { command, selection, reason: suggested },
  onStarted,
  onClose,
}: BulkDialogProps) {
  const { client } = useService()
  const place = { projectId, environment }
  const { preview, error, retry } = usePreview('bulk.preview', {
    ...place,
    request: { selection, command: { type: command } },
  })
  const [note, setNote] = useState('')
  const [reason, setReason] = useState<CardReason | null>(suggested ?? null)
  const [until, setUntil] = useState<Until>(null)
  const aheadMs = useAhead()
  const [typed, setTyped] = useState('')
  const { busy, problem, start } = useStart({ environment, retry, onStarted })
  const count = preview?.allowed ?? 0
  const begin = () => {
    if (preview === null) return
    const why = note.trim() === '' ? {} : { reason: note.trim() }
    const request: BulkRequest = {
      selection,
      command: {
        type: command,
        ...(command === 'disable' && reason !== null ? { reason } : {}),
        ...(until === null ? {} : { until }),
      },
    }
    void start(client.call('bulk.start', { ...place, request, choice: preview.choice, ...why }))
  }
  return (
    <FormDialog
      title={text(`bulk.title.${command}`)}
      action={preview !== null && count === 0 ? null : plural(`bulk.do.${command}`, count)}
      danger={command === 'disable'}
      busy={busy}
      disabled={preview === null || until === '' || (environment === 'production' && !isConfirmed(count, typed))}
      problem={problem}
      size="35rem"
      onSubmit={begin}
      onClose={onClose}
    >
      {error !== null && (
        <ErrorMessage
          title={text('bulk.preview.error')}
          meaning={text('cards.error.text')}
          error={error}
          onRetry={retry}
        />
      )}
      {error === null && preview === null && <PreviewWaiting />}
      {preview !== null && (
        <>
          <BulkPreviewView command={command} preview={preview} />
          {count > 0 && (
            <>
              <Text c="dimmed" fz="sm" lh={1.5}>
                {command === 'enable'
                  ? enablingWords(environment, count)
                  : // With an end, what follows is said below.
                    until === null && text('bulk.disable.text')}
              </Text>
              {command === 'disable' && (
                <ReasonChips chosen={reason} onChoose={(next) => setReason(next === reason ? null : next)} />
              )}
              <UntilChoice
                many
                action={command === 'disable' ? 'enable' : 'disable'}
                until={until}
                aheadMs={aheadMs}
                onChange={setUntil}
              />
              <TextInput
                autoFocus
                label={text('card.do.disable.reason')}
                description={text('card.do.disable.reason.hint')}
                placeholder={text(`bulk.reason.example.${command}`)}
                value={note}
                maxLength={500}
                autoComplete="off"
                onChange={(event) => setNote(event.currentTarget.value)}
              />
              {environment === 'production' && <NeedsSecondPerson projectId={projectId} cards={count} />}
              {environment === 'production' && <ConfirmCount count={count} value={typed} onChange={setTyped} />}
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}

export function PreviewWaiting() {
  return (
    <Stack aria-busy="true" aria-label={text('bulk.preview.loading')} gap={10} fz="sm" lh={1.5}>
      <Skeleton height={18} width="60%" />
      <Skeleton height={18} width="80%" />
    </Stack>
  )
}
