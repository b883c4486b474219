import { join } from 'node:path'
import type { App, DownloadItem, Session } from 'electron'
import { APP_ORIGIN, isAppUrl } from './protocol.ts'
import type { Shutdown } from '../shutdown.ts'
import type { Words } from '../words.ts'

export interface DownloadOptions {
  app: Pick<App, 'getPath'>
  words: Words
  shutdown: Pick<Shutdown, 'join'>
}

/** Allows only files the app's own page has made, and asks where to save them. */
export function guardDownloads(session: Session, { app, words, shutdown }: DownloadOptions): void {
  session.on('will-download', (event, item, contents) => {
    if (!item.getURL().startsWith(`blob:${APP_ORIGIN}/`) || !isAppUrl(contents.getURL())) return event.preventDefault()
    item.setSaveDialogOptions({
      title: words('download.title'),
      defaultPath: join(app.getPath('downloads'), plainName(item)),
    })
    // Quitting waits until the file is complete.
    shutdown.join('download', new Promise((resolve) => item.once('done', () => resolve())))
  })
}

/** Strips path and control characters. */
function plainName(item: DownloadItem): string {
  const name = item
    .getFilename()
    .replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '_')
    .replace(/^\.+/, '')
  return name === '' ? 'download' : name
}
