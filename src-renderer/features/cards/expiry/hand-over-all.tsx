import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { BulkRequest } from '../../../../src-main/domain/cards/bulk.ts'
import type { ExpiryPeriod } from '../../../../src-main/domain/cards/expiring.ts'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { useService } from '../../../client/client-context.tsx'
import { Permitted } from '../../../components/button/permitted.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { expiryText as words } from '../../../locales/expiry/words.ts'
import { formatNumber, text } from '../../../locales/messages.ts'
import { NeedsSecondPerson } from '../../approvals/needs-second-person.tsx'
import { PreviewWaiting } from '../../bulk/bulk-dialog.tsx'
import { BulkPreviewView } from '../../bulk/bulk-preview.tsx'
import { ConfirmCount, isConfirmed } from '../../bulk/confirm-count.tsx'
import { usePreview } from '../../bulk/use-preview.ts'
import { useStart } from '../../bulk/use-start.ts'

/** Hands over every card of these days whose replacement has arrived, as one job with an undo. */
export function HandOverAll({ days: { from, before, counts }, ...place }: ProjectScope & { days: ExpiryPeriod }) {
  // What the dialog asks for stays the same, whatever is chosen or arrives behind it.
  const [request, setRequest] = useState<BulkRequest | null>(null)
  return (
    <>
      {counts.arrived > 0 && (
        <Permitted call="bulk.start">
          <Button
            size="xs"
            variant="default"
            aria-haspopup="dialog"
            onClick={() => setRequest({ selection: { kind: 'arrived', from, before }, command: { type: 'activate' } })}
          >
            {text('asks', {
              what: words(counts.arrived === 1 ? 'all.one' : 'all', { count: formatNumber(counts.arrived) }),
            })}
          </Button>
        </Permitted>
      )}
      {request !== null && <AllDialog {...place} request={request} onClose={() => setRequest(null)} />}
    </>
  )
}

function AllDialog({ request, onClose, ...place }: ProjectScope & { request: BulkRequest; onClose: () => void }) {
  const { client } = useService()
  const { preview, error, retry } = usePreview('bulk.preview', { ...place, request })
  const [typed, setTyped] = useState('')
  const { busy, problem, start } = useStart({ environment: place.environment, retry, onStarted: onClose })
  const count = preview?.allowed ?? 0
  const isReal = place.environment === 'production'
  const begin = () => {
    if (preview !== null) void start(client.call('bulk.start', { ...place, request, choice: preview.choice }))
  }
  return (
    <FormDialog
      title={words('all.title')}
      action={preview !== null && count === 0 ? null : words('all.do', { count: formatNumber(count) })}
      busy={busy}
      disabled={preview === null || (isReal && !isConfirmed(count, typed))}
      problem={problem}
      size="35rem"
      onSubmit={begin}
      onClose={onClose}
    >
      {error !== null && <ErrorMessage title={text('bulk.preview.error')} error={error} onRetry={retry} />}
      {error === null && preview === null && <PreviewWaiting />}
      {preview !== null && (
        <>
          <BulkPreviewView command="activate" preview={preview} />
          {count > 0 && (
            <>
              <Text c="dimmed" fz="sm" lh={1.5}>
                {words('all.text')}
              </Text>
              {isReal && <NeedsSecondPerson projectId={place.projectId} cards={count} />}
              {isReal && <ConfirmCount count={count} value={typed} onChange={setTyped} />}
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}
