import { Permitted } from '../../components/button/permitted.tsx'
import { Box, Button, Progress } from '@mantine/core'
import type { SyncRunView } from '../../../src-main/domain/sync/provider.ts'
import { useCall } from '../../client/use-call.ts'
import { Icon } from '../../components/icon.tsx'
import { Problem } from '../../components/feedback/problem.tsx'
import { plural, text } from '../../locales/messages.ts'
import { CHANGED_BY_SYNC } from './sync-place.ts'
import styles from './sync.module.css'

/** Progress of a run. Its end is unknown, so the bar only moves and the numbers count up. */
export function RunProgress({ projectId, run }: { projectId: string; run: SyncRunView }) {
  const cancel = useCall('sync.cancel', CHANGED_BY_SYNC, () => {})
  const read = run.created + run.updated + run.unchanged + run.failed
  return (
    <div className={styles.progress}>
      <div className={styles.progressLine}>
        <strong role="status">{text('sync.running')}</strong>
        <span>
          {plural('sync.running.read', read)} ·{' '}
          {text('sync.running.changes', { created: run.created, updated: run.updated })}
          {run.failed > 0 && ` · ${plural('sync.running.failed', run.failed)}`}
        </span>
        <Box component="span" flex={1} />
        <Permitted call="sync.cancel">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="close" size={16} />}
            loading={cancel.busy}
            onClick={() => cancel.run({ projectId })}
          >
            {text('sync.cancel')}
          </Button>
        </Permitted>
      </div>
      <Progress value={100} animated aria-label={text('sync.running')} />
      <Problem words={cancel.problem} />
    </div>
  )
}
