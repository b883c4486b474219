import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { EVENT_NAMES, type EventName } from '../../../../src-main/domain/event-catalogue.ts'
import { Icon } from '../../../components/icon.tsx'
import { text } from '../../../locales/messages.ts'
import styles from './endpoint.module.css'

/** The subscribed events, folded to their number. */
export function SubscribedEvents({ events }: { events: readonly EventName[] }) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <UnstyledButton className={styles.eventsHeading} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'chevronDown' : 'chevronRight'} size={16} />
        {text('webhook.events.count', { count: events.length, total: EVENT_NAMES.length })}
      </UnstyledButton>
      {open && (
        <ul className={styles.eventList}>
          {events.map((event) => (
            <li key={event}>
              <code>{event}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
