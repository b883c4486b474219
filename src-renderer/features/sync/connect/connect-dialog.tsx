import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Provider } from '../../../../src-main/domain/sync/provider.ts'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import { fieldWords, restWords } from '../../../client/error-words.ts'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { NeedsSecondPerson } from '../../approvals/needs-second-person.tsx'
import { CHANGED_BY_SYNC } from '../sync-place.ts'
import { AdapterChoice } from './adapter-choice.tsx'
import { connectionOf, draftOf, missingFields, type ConnectionDraft } from './connection-draft.ts'
import { FileFields } from './file-fields.tsx'
import { RestFields } from './rest-fields.tsx'
import { TestVerdict } from './test-verdict.tsx'
import styles from './connect.module.css'

/** Fields whose refusals the form shows in place; others are shown below. */
const SHOWN_FIELDS = {
  oauth2: [
    'connection.baseUrl',
    'connection.auth.clientId',
    'connection.auth.clientSecret',
    'connection.auth.tokenUrl',
    'connection.auth.scope',
  ],
  bearer: ['connection.baseUrl', 'connection.auth.token'],
  folder: ['connection.folder'],
  hand: [],
} as const

/** Connects a provider, or changes how: by an address and credentials, or by files. */
export function ConnectDialog({
  projectId,
  provider,
  onClose,
}: {
  projectId: string
  provider: Provider | null
  onClose: () => void
}) {
  const [draft, setDraft] = useState(() => draftOf(provider))
  const [judged, setJudged] = useState(false)
  const [verdict, setVerdict] = useState<CallOutput<'provider.test'> | null>(null)
  const set = useCall('provider.set', CHANGED_BY_SYNC, () => {
    showToast('done', text('connect.done'))
    onClose()
  })
  const test = useCall('provider.test', [], setVerdict)
  const verdictField = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In a low window it is below the fold.
    if (verdict !== null) verdictField.current?.scrollIntoView({ block: 'nearest' })
  }, [verdict])
  const missing = missingFields(draft, provider)
  const change = (changes: Partial<ConnectionDraft>) => {
    setDraft({ ...draft, ...changes })
    // It was about the previous input.
    setVerdict(null)
    test.clear()
    set.clear()
  }
  const begin = (run: () => void) => {
    setJudged(true)
    set.clear()
    test.clear()
    if (missing.length === 0) run()
  }
  const shownFields =
    SHOWN_FIELDS[draft.adapter === 'file' ? (draft.watchesFolder ? 'folder' : 'hand') : draft.authType]
  const fields = {
    draft,
    provider,
    missing: judged ? missing : [],
    refused: (field: string) => fieldWords(set.error ?? test.error, `connection.${field}`),
    onChange: change,
  }
  return (
    <FormDialog
      title={text(provider === null ? 'connect.title' : 'connect.title.change')}
      action={text(provider === null ? 'sync.connect' : 'save')}
      size="35rem"
      busy={set.busy}
      problem={restWords(set.error, shownFields)}
      onSubmit={() => begin(() => set.run({ projectId, connection: connectionOf(draft, provider) }))}
      onClose={onClose}
    >
      <NeedsSecondPerson projectId={projectId} />
      <AdapterChoice value={draft.adapter} onChange={(adapter) => change({ adapter })} />
      {draft.adapter === 'rest' ? <RestFields {...fields} /> : <FileFields projectId={projectId} {...fields} />}
      {draft.adapter === 'rest' && (
        <div className={styles.test}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plug" size={16} />}
            loading={test.busy}
            onClick={() => begin(() => test.run({ projectId, connection: connectionOf(draft, provider) }))}
          >
            {text('connect.test')}
          </Button>
          <Problem words={restWords(test.error, shownFields)} />
          <div role="status" className={styles.verdict} ref={verdictField}>
            {verdict !== null && <TestVerdict verdict={verdict} />}
          </div>
        </div>
      )}
    </FormDialog>
  )
}
