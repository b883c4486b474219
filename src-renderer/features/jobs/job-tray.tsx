import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { useElementSize, useMergedRef, useWindowEvent } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useAppStore } from '../../app-store.ts'
import { Guard } from '../../components/feedback/guard.tsx'
import { Icon } from '../../components/icon.tsx'
import { PlaceLink } from '../../components/text/place-link.tsx'
import { plural, text } from '../../locales/messages.ts'
import { onDemand, useEverOpen } from '../../on-demand.ts'
import { JobLine } from './job-line.tsx'
import { dismissJob, endWork, foldJobs, openJob, useJobs } from './job-store.ts'
import { isOver, useJobList } from './use-job-list.ts'
import { WorkLine } from './work-line.tsx'
import styles from './jobs.module.css'

const JobResultDialog = onDemand(async () => (await import('./job-result-dialog.tsx')).JobResultDialog)

/** Jobs in sight: more would lie over what a person works with, and all of them have a list. */
const SHOWN = 3

/** Between the tray's top and the last row, and from its foot to the pager's. */
const GAP_PX = 24

/** Long-running work at the bottom right of every screen: its progress and its actions. */
export function JobTray(place: ProjectScope) {
  const jobs = useJobList(place)
  const { openId, folded, work } = useJobs()
  const everOpen = useEverOpen(openId !== null)
  const running = jobs.filter((job) => !isOver(job)).length + work.filter(({ problem }) => problem === null).length
  const count = jobs.length + work.length
  const screen = useAppStore((state) => state.screen)
  const before = useRef(screen)
  useEffect(() => {
    if (before.current === screen) return
    before.current = screen
    // An ended job was seen on its own screen: it folds on the next one.
    if (running === 0) foldJobs(true)
  }, [screen, running])
  // What runs comes first.
  const shown = jobs.toSorted((one, other) => Number(isOver(one)) - Number(isOver(other))).slice(0, SHOWN)
  const section = useRef<HTMLElement>(null)
  // Once all is done, the screen needs the room.
  useWindowEvent('pointerdown', ({ target }) => {
    const isBelow = target instanceof Element && target.closest('#screen') !== null
    if (isBelow && running === 0 && section.current?.contains(target) === false) foldJobs(true)
  })
  const clear = () => {
    for (const job of jobs) dismissJob(job.id)
    for (const own of work) endWork(own.id)
  }
  // Tables end above it, so that every cell can be scrolled clear of the tray.
  const { ref: size, height } = useElementSize()
  const tray = useMergedRef(size, section)
  const room = count > 0 ? height + GAP_PX : 0
  useEffect(() => {
    document.documentElement.style.setProperty('--tray-room', `${room}px`)
    return () => void document.documentElement.style.removeProperty('--tray-room')
  }, [room])
  const title = running > 0 ? plural('jobs.running', running) : plural('jobs.ended', count)
  return (
    <>
      {count > 0 && (
        <section ref={tray} className={styles.tray} aria-label={text('jobs.title')} data-folded={folded}>
          <header className={styles.head}>
            <UnstyledButton className={styles.title} aria-expanded={!folded} onClick={() => foldJobs(!folded)}>
              <Icon
                name={running > 0 ? 'pending' : 'circleCheck'}
                size={16}
                tone={running > 0 ? 'pending' : 'inactive'}
                turning={running > 0}
              />
              <span role="status">{title}</span>
            </UnstyledButton>
            <Tooltip label={text(folded ? 'jobs.unfold' : 'jobs.fold')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={text(folded ? 'jobs.unfold' : 'jobs.fold')}
                onClick={() => foldJobs(!folded)}
              >
                <Icon name={folded ? 'chevronUp' : 'chevronDown'} size={16} />
              </ActionIcon>
            </Tooltip>
            {running === 0 && (
              <Tooltip label={text('jobs.clear')}>
                <ActionIcon variant="subtle" color="gray" aria-label={text('jobs.clear')} onClick={clear}>
                  <Icon name="close" size={16} />
                </ActionIcon>
              </Tooltip>
            )}
          </header>
          {!folded && (
            <ul className={styles.lines}>
              {work.map((own) => (
                <WorkLine key={own.id} work={own} />
              ))}
              {shown.map((job) => (
                <JobLine key={job.id} job={job} environment={place.environment} />
              ))}
              {jobs.length > SHOWN && (
                <li className={styles.line}>
                  <PlaceLink screen="activity" params={{ log: 'jobs' }}>
                    {text('jobs.all')}
                  </PlaceLink>
                </li>
              )}
            </ul>
          )}
        </section>
      )}
      <Guard overlay={{ open: openId !== null, onClose: () => openJob(null) }}>
        {everOpen && <JobResultDialog {...place} />}
      </Guard>
    </>
  )
}
