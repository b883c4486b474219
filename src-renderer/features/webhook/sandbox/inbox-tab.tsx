import { Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useQuery } from '../../../client/client-context.tsx'
import { ErrorMessage, StateMessage } from '../../../components/feedback/state-message.tsx'
import { ChangedPill } from '../../../components/table/changed-pill.tsx'
import '../../../locales/later-words.ts'
import { text } from '../../../locales/messages.ts'
import { ArrivalList } from './arrival-list.tsx'
import { ArrivalView } from './arrival-view.tsx'
import { InboxHead } from './inbox-head.tsx'
import { InboxEmpty } from './inbox-empty.tsx'
import { messageOf } from './message.ts'
import styles from './inbox.module.css'

const SHOWN = 100

/** The built-in receiver like a mail program: what arrived at the left, the message at the right. */
export function InboxTab({ projectId, webhookUrl }: { projectId: string; webhookUrl: string | null }) {
  const inbox = useQuery('inbox.get', { projectId })
  const [chosen, setChosen] = useState<string | null>(null)
  const [held, setHeld] = useState(false)
  const arrivals = useQuery('inbox.arrivals', { projectId, limit: SHOWN }, { live: held ? 'hold' : 'refresh' })
  const hold = (now: boolean) => {
    setHeld(now)
    if (!now) arrivals.show()
  }
  const rows = useMemo(() => arrivals.value?.docs.map(messageOf) ?? null, [arrivals.value])
  if (inbox.error !== null)
    return <ErrorMessage title={text('inbox.error.title')} error={inbox.error} onRetry={inbox.reload} />
  const open = rows?.find(({ id }) => id === chosen) ?? rows?.[0] ?? null
  return (
    <Stack gap="lg" flex={1} py="lg" px="xl" mih={0}>
      <InboxHead projectId={projectId} inbox={inbox.value ?? null} />
      {arrivals.error !== null && (
        <ErrorMessage title={text('inbox.arrivals.error')} error={arrivals.error} onRetry={arrivals.reload} />
      )}
      {arrivals.error === null && rows?.length === 0 && (
        <InboxEmpty
          leadsHere={inbox.value?.url !== null && inbox.value?.url === webhookUrl}
          hasWebhook={webhookUrl !== null}
        />
      )}
      {arrivals.error === null && rows?.length !== 0 && (
        <div className={styles.mail}>
          <div className={styles.listSide}>
            <ChangedPill changed={arrivals.changed} onShow={arrivals.show} />
            <ArrivalList messages={rows} openId={open?.id ?? null} onOpen={setChosen} onHold={hold} />
          </div>
          {open === null ? (
            <StateMessage icon="inbox" title={text('app.loading')} />
          ) : (
            <ArrivalView key={open.id} message={open} />
          )}
        </div>
      )}
    </Stack>
  )
}
