import type { Cluster } from '../../../../src-main/domain/desk/cluster.ts'
import { errorWords } from '../../../client/error-words.ts'
import { ErrorText } from '../../../components/feedback/error-text.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { clusterText as words } from '../../../locales/cluster/words.ts'
import { formatSecond } from '../../../locales/messages.ts'
import { SkeletonGroup } from '../skeleton-group.tsx'
import { ConnectionsGroup } from './connections-group.tsx'
import { DutiesGroup } from './duties-group.tsx'
import { InstancesGroup } from './instances-group.tsx'
import { ServerGroup } from './server-group.tsx'
import styles from './cluster.module.css'
import { useCluster } from './use-cluster.ts'

/** How the service's instances and their database server are, looked at every few seconds. */
export function ClusterSection() {
  const { cluster, error, answeredAt, lookNow } = useCluster()
  if (cluster === null && error !== null)
    return <ErrorMessage title={words('error.title')} error={error} onRetry={lookNow} />
  if (cluster === null)
    return (
      <>
        <SkeletonGroup title={words('instances')} rows={2} />
        <SkeletonGroup title={words('server')} rows={4} />
        <SkeletonGroup title={words('connections')} rows={3} />
      </>
    )
  return (
    <>
      {/* Always there, so that screen readers announce what appears in it. */}
      <div role="status" className={styles.news}>
        {error !== null && answeredAt !== null ? (
          <Notice
            tone="pending"
            icon="alert"
            title={words('stale.title', { time: formatSecond(new Date(answeredAt).toISOString()) })}
          >
            <p>
              <ErrorText words={errorWords(error)} />
            </p>
            <p>{words('stale.text')}</p>
          </Notice>
        ) : (
          cluster.server === null && <Away />
        )}
      </div>
      <Groups cluster={cluster} />
    </>
  )
}

function Groups({ cluster }: { cluster: Cluster }) {
  return (
    <>
      <InstancesGroup cluster={cluster} />
      {cluster.server !== null && <ServerGroup server={cluster.server} place={cluster.databases[0]?.place ?? ''} />}
      <ConnectionsGroup databases={cluster.databases} />
      {cluster.server !== null && <DutiesGroup cluster={cluster} />}
    </>
  )
}

function Away() {
  return (
    <Notice tone="failed" icon="unplugged" title={words('away.title')}>
      <p>{words('away.text')}</p>
    </Notice>
  )
}
