import table from '../../../components/table/data-table.module.css'
import { Panel } from '../../../components/screen/panel.tsx'
import { text } from '../../../locales/messages.ts'
import styles from './endpoint.module.css'

const LINES = [0, 1, 2, 3, 4, 5]

/** The endpoint's card before anything of it is known. */
export function EndpointSkeleton() {
  return (
    <Panel title={text('webhook.endpoint')}>
      <div className={styles.skeleton} aria-busy="true" aria-label={text('app.loading')}>
        {LINES.map((line) => (
          <span key={line} className={table.skeleton} />
        ))}
      </div>
    </Panel>
  )
}
