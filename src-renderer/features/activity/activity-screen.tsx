import { Tabs } from '@mantine/core'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useMay } from '../../client/rights.tsx'
import { useAppStore } from '../../app-store.ts'
import { Icon } from '../../components/icon.tsx'
import { ScreenTitle } from '../../components/screen/screen-title.tsx'
import '../../locales/later-words.ts'
import { text } from '../../locales/messages.ts'
import { AuditTab } from './audit-tab.tsx'
import { PlannedTab } from './planned-tab.tsx'
import { RequestsTab } from './requests/requests-tab.tsx'
import { JobsTab } from './jobs-tab.tsx'
import styles from './activity.module.css'

const TABS = ['audit', 'jobs', 'planned', 'requests'] as const

/** Who did what: the audit log, commands on many cards, and the requests that programs sent. */
export function ActivityScreen(place: ProjectScope) {
  const show = useAppStore((state) => state.show)
  const { may } = useMay('requests.list')
  const asked = useAppStore(({ params }) => params['log'])
  const tab = TABS.find((known) => known === asked && (known !== 'requests' || may)) ?? 'audit'
  return (
    <>
      <ScreenTitle title={text('activity.title')} />
      <Tabs
        display="flex"
        flex={1}
        mih={0}
        pt="xs"
        className={styles.tabs}
        value={tab}
        keepMounted={false}
        onChange={(next) => show(next === null || next === 'audit' ? {} : { log: next })}
      >
        <Tabs.List aria-label={text('activity.title')}>
          <Tabs.Tab value="audit" leftSection={<Icon name="activity" size={16} />}>
            {text('activity.tab.audit')}
          </Tabs.Tab>
          <Tabs.Tab value="jobs" leftSection={<Icon name="cards" size={16} />}>
            {text('activity.tab.jobs')}
          </Tabs.Tab>
          <Tabs.Tab value="planned" leftSection={<Icon name="clock" size={16} />}>
            {text('planned.title')}
          </Tabs.Tab>
          {may && (
            <Tabs.Tab value="requests" leftSection={<Icon name="server" size={16} />}>
              {text('activity.tab.requests')}
            </Tabs.Tab>
          )}
        </Tabs.List>
        <Tabs.Panel display="flex" flex={1} mih={0} pt="lg" className={styles.tabs} value={tab}>
          {tab === 'audit' && <AuditTab {...place} />}
          {tab === 'jobs' && <JobsTab {...place} />}
          {tab === 'planned' && <PlannedTab key={place.environment} {...place} />}
          {tab === 'requests' && <RequestsTab projectId={place.projectId} />}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
