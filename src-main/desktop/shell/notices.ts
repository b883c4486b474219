import { Notification } from 'electron'
import type { LiveEventData } from '../../domain/desk/live-event.ts'
import type { Words } from '../words.ts'

export interface Notices {
  show(notice: LiveEventData<'notice.raised'>): void
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
  return {
    show: ({ kind, message, projectId, environment }) => {
      if (!isWanted() || !Notification.isSupported()) return
      const failedSync = kind === 'sync_failed'
      const notification = new Notification({
        title: words(failedSync ? 'notice.sync' : 'notice.webhook'),
        body: message,
      })
      shown.add(notification)
      notification.on('click', () => {
        shown.delete(notification)
        goTo(
          `/${environment}/${failedSync ? 'sync' : 'webhook'}?${new URLSearchParams({ project: projectId }).toString()}`,
        )
      })
      notification.on('close', () => shown.delete(notification))
      notification.show()
    },
  }
}
