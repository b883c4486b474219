import { Notification } from 'electron'
import type { LiveEventData } from '../../domain/desk/live-event.ts'
import type { Words } from '../words.ts'

export interface Notices {
  show(notice: LiveEventData<'notice.raised'>): void
  /** A newer version waits for the app to end. */
  showUpdate(version: string): void
}

export interface NoticesOptions {
  words: Words
  isWanted: () => boolean
  /** Shows the window at a route. */
  goTo: (place: string) => void
}

/** System notifications for what a clerk must know while the window is closed; a click leads there. */
export function createNotices({ words, isWanted, goTo }: NoticesOptions): Notices {
  // An unreferenced notification is garbage-collected, and its click handler with it.
  const shown = new Set<Notification>()
  const notify = (title: string, body: string, place: string) => {
    if (!isWanted() || !Notification.isSupported()) return
    const notification = new Notification({ title, body })
    shown.add(notification)
    notification.on('click', () => {
      shown.delete(notification)
      goTo(place)
    })
    notification.on('close', () => shown.delete(notification))
    notification.show()
  }
  return {
    show: ({ kind, message, projectId, environment }) => {
      const failedSync = kind === 'sync_failed'
      const query = new URLSearchParams({ project: projectId }).toString()
      const place = `/${environment}/${failedSync ? 'sync' : 'webhook'}?${query}`
      notify(words(failedSync ? 'notice.sync' : 'notice.webhook'), message, place)
    },
    showUpdate: (version) =>
      notify(words('notice.update', { version }), words('notice.update.text'), '/settings?section=desktop'),
  }
}
