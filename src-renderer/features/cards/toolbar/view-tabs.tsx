import { Group, Tabs } from '@mantine/core'
import { memo, useEffect, useRef, useState } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { useLanguage } from '../../../locales/language.ts'
import { formatNumber, text } from '../../../locales/messages.ts'
import type { CardsView } from '../cards-view.ts'
import { knownFields, useTableLook } from './columns-store.ts'
import { currentTab, listTabs, useTabCounts, type ListTab } from './list-tabs.ts'
import styles from './view-tabs.module.css'
import { ViewsMenu } from './views-menu.tsx'

interface ViewTabsProps extends ProjectScope {
  view: CardsView
  /** How many cards the list on screen has; null while that is not known. */
  total: number | null
  onChange: (changes: Partial<CardsView>) => void
}

/** The views of the list as tabs with the number of their cards. Those without room are in the menu beside them. */
export const ViewTabs = memo(function ViewTabs({ view, total, onChange, ...place }: ViewTabsProps) {
  useLanguage()
  const { value: saved = [] } = useQuery('views.list', place)
  const { fields, showFields } = useTableLook()
  const tabs = listTabs(saved)
  const counts = useTabCounts(place, tabs)
  const current = currentTab(tabs, view, fields)
  const shown = tabs.map((tab) => ({
    ...tab,
    // The list itself knows best.
    count: tab === current && total !== null ? formatNumber(total) : (counts.get(tab.key) ?? ''),
  }))
  const { measure, fitting } = useFitting()
  const show = (tab: ListTab) => {
    showFields(tab.saved === null ? null : knownFields(tab.saved.columns))
    onChange({ ...tab.shown, page: 1 })
  }
  const visible = shown.slice(0, fitting)
  const isVisible = visible.some(({ key }) => key === current?.key)
  return (
    <Group gap="sm" wrap="nowrap" pe="xl" className={styles.views}>
      <Tabs
        className={styles.line}
        value={isVisible ? (current?.key ?? null) : null}
        onChange={(key) => {
          const tab = tabs.find((known) => known.key === key)
          if (tab !== undefined) show(tab)
        }}
      >
        <Tabs.List aria-label={text('views.title')} className={styles.tabs}>
          {visible.map((tab, index) => (
            <Tabs.Tab
              key={tab.key}
              value={tab.key}
              className={styles.tab}
              title={tab.name}
              tabIndex={(isVisible ? tab.key === current?.key : index === 0) ? 0 : -1}
              rightSection={tab.count !== '' && <span className={styles.count}>{tab.count}</span>}
            >
              {tab.name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div className={styles.measure} aria-hidden>
          <div ref={measure} className={styles.samples}>
            {shown.map(({ key, name, count }) => (
              <span key={key} className={styles.sample}>
                <span className={styles.name} data-text={name} />
                {count !== '' && <span className={styles.count} data-text={count} />}
              </span>
            ))}
          </div>
        </div>
      </Tabs>
      <ViewsMenu
        {...place}
        view={view}
        tabs={shown}
        current={current}
        named={!isVisible && current !== undefined}
        onShow={show}
      />
    </Group>
  )
})

/** How many of the samples have room in the line around them; all, until that is known. */
function useFitting() {
  const measure = useRef<HTMLDivElement>(null)
  const [fitting, setFitting] = useState<number>()
  useEffect(() => {
    const samples = measure.current
    const line = samples?.parentElement?.parentElement
    if (samples === null || line === null || line === undefined) return
    const observer = new ResizeObserver(() => {
      const room = line.clientWidth
      setFitting([...samples.children].filter((sample) => endOf(sample as HTMLElement) <= room).length)
    })
    observer.observe(line)
    observer.observe(samples)
    return () => observer.disconnect()
  }, [])
  return { measure, fitting }
}

function endOf({ offsetLeft, offsetWidth }: HTMLElement): number {
  return offsetLeft + offsetWidth
}
