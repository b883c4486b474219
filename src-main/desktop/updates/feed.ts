import type { BaseUpdater, UpdateInfo } from 'electron-updater'
import type { Logger } from '../../engine/kernel/ports.ts'
import type { Policy } from '../../domain/desk/policy.ts'

/** A newer version in the feed. */
export interface Offer {
  version: string
  /** Plain text; empty without any. */
  notes: string
}

export interface FeedListener {
  /** A newer version was found and is being downloaded. */
  onFound(offer: Offer): void
  /** It has been downloaded and verified. */
  onReady(offer: Offer): void
  onFailed(error: Error): void
}

export interface Feed {
  /** Looks for a newer version and downloads it. Never rejects: the listener hears of failures. */
  look(): Promise<void>
  /** Replaces this version with the downloaded one as the app ends. */
  install(): void
}

/** Longer release notes are cut off. */
const MOST_NOTES = 4_000

/** Opens the feed named in the package's `app-update.yml`, unless the policy names another, with electron-updater. */
export async function openFeed(
  { channel, feed }: Policy['updates'],
  logger: Logger,
  listener: FeedListener,
): Promise<Feed> {
  // Loaded only if there is a feed.
  const { default: electronUpdater } = await import('electron-updater')
  const updater = electronUpdater.autoUpdater
  const logAt = (level: 'info' | 'warn' | 'error') => (message?: unknown) =>
    logger.log(level, 'updater', { text: String(message) })
  updater.logger = { info: logAt('info'), warn: logAt('warn'), error: logAt('warn') }
  updater.disableWebInstaller = true
  // macOS installs a downloaded version itself once the app has ended; elsewhere the app decides as it ends.
  updater.autoInstallOnAppQuit = process.platform === 'darwin'
  if (feed !== undefined) updater.setFeedURL({ provider: 'generic', url: feed, channel: channel ?? 'latest' })
  if (channel !== undefined) updater.channel = channel
  // Setting a channel would allow downgrades, but an older version refuses the databases.
  updater.allowDowngrade = false
  updater.on('update-available', (info) => listener.onFound(offerOf(info)))
  updater.on('update-downloaded', (info) => listener.onReady(offerOf(info)))
  updater.on('error', (error) => listener.onFailed(error))
  return {
    look: async () => {
      try {
        const found = await updater.checkForUpdates()
        await found?.downloadPromise
      } catch {
        // The updater reports it as an event, too.
      }
    },
    install: () => {
      if (process.platform !== 'darwin') (updater as BaseUpdater).install(true, false)
    },
  }
}

function offerOf({ version, releaseNotes }: UpdateInfo): Offer {
  const notes = Array.isArray(releaseNotes) ? releaseNotes.map(({ note }) => note ?? '').join('\n\n') : releaseNotes
  return { version, notes: shortened(notes ?? '') }
}

/** Release notes of a bearable length, cut between two items. */
export function shortened(notes: string): string {
  if (notes.length <= MOST_NOTES) return notes
  const end = notes.lastIndexOf('\n- ', MOST_NOTES)
  return `${notes.slice(0, end > 0 ? end : MOST_NOTES)}\n…`
}
