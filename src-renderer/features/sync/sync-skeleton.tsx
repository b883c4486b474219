import table from '../../components/table/data-table.module.css'
import { Panel } from '../../components/screen/panel.tsx'
import { text } from '../../locales/messages.ts'
import styles from './sync.module.css'

/** The portal's card before anything of it is known, at its final height. */
export function SyncSkeleton() {
  return (
    <div className={styles.content} aria-busy="true" aria-label={text('app.loading')}>
      <Panel title={text('sync.portal')}>
        <div className={styles.skeleton}>
          <span className={table.skeleton} />
          <span className={table.skeleton} />
        </div>
      </Panel>
    </div>
  )
}
