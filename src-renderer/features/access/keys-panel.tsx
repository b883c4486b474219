import { Permitted } from '../../components/button/permitted.tsx'
import { Button, Group, Paper } from '@mantine/core'
import { useState } from 'react'
import type { ApiKey } from '../../../src-main/domain/access.ts'
import { useQuery } from '../../client/client-context.tsx'
import { Icon } from '../../components/icon.tsx'
import { ErrorMessage, StateMessage } from '../../components/feedback/state-message.tsx'
import { useNow } from '../../components/text/use-now.ts'
import { plural, text } from '../../locales/messages.ts'
import type { KeyTask } from './key-dialogs.tsx'
import { hasEnded } from './key-state.ts'
import { KeysTable } from './keys-table.tsx'
import styles from './access.module.css'

/** The keys of a project; expired and revoked ones are folded away. */
export function KeysPanel({ projectId, onTask }: { projectId: string; onTask: (task: KeyTask) => void }) {
  const { value: keys, error, loading, reload } = useQuery('keys.list', { projectId })
  const [showEnded, setShowEnded] = useState(false)
  const now = useNow()
  const ended = keys?.filter((key) => hasEnded(key, now)) ?? []
  const shown: readonly ApiKey[] | null =
    keys === undefined ? null : showEnded ? keys : keys.filter((key) => !hasEnded(key, now))
  return (
    <div role="group" aria-label={text('keys.title')} aria-busy={loading}>
      <Group justify="space-between" mih="2rem" pb="xs">
        <h2>{text('keys.title')}</h2>
        {ended.length > 0 && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setShowEnded(!showEnded)}>
            {showEnded ? text('keys.ended.hide') : plural('keys.ended.show', ended.length)}
          </Button>
        )}
      </Group>
      <Paper withBorder radius="lg" className={styles.panel}>
        {error !== null && <ErrorMessage title={text('access.error.title')} error={error} onRetry={reload} />}
        {error === null && shown?.length !== 0 && <KeysTable keys={shown} now={now} onTask={onTask} />}
        {error === null && shown?.length === 0 && (
          <StateMessage icon="access" title={text('keys.empty.title')} text={text('keys.empty.text')}>
            <Permitted call="keys.create">
              <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => onTask({ type: 'create' })}>
                {text('keys.create')}
              </Button>
            </Permitted>
          </StateMessage>
        )}
      </Paper>
    </div>
  )
}
