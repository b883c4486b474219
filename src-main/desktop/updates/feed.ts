import type { BaseUpdater, UpdateInfo } from 'electron-updater'
import type { Logger } from '../../engine/kernel/ports.ts'
import type { Policy } from '../../domain/desk/policy.ts'

/** What a feed offers. */
export interface Offer {
  version: string
  /** Plain text; empty without any. */
  notes: string
}

export interface FeedListener {
  /** A newer version is on its way. */
  onFound(offer: Offer): void
  /** It is downloaded and checked. */
  onReady(offer: Offer): void
  onFailed(error: Error): void
}

export interface Feed {
  /** Looks for a newer version and downloads it. Reports failures to the listener alone. */
  look(): Promise<void>
  /** Replaces this version by the downloaded one as the app ends. */
  install(): void
}

/** Longer notes are cut. */
const MOST_NOTES = 4_000

/** The feed that the package names in `app-update.yml`, or the policy instead, by electron-updater. */
export async function openFeed(
  { channel, feed }: Policy['updates'],
  logger: Logger,
  listener: FeedListener,
): Promise<Feed> {
  // Loaded only where there is a feed.
  const { default: electronUpdater } = await import('electron-updater')
  const updater = electronUpdater.autoUpdater
  const tell = (level: 'info' | 'warn' | 'error') => (message?: unknown) =>
    logger.log(level, 'updater', { told: String(message) })
  updater.logger = { info: tell('info'), warn: tell('warn'), error: tell('warn') }
  updater.disableWebInstaller = true
  // macOS itself installs what was downloaded, once the app has ended; elsewhere the app decides at its end.
  updater.autoInstallOnAppQuit = process.platform === 'darwin'
  if (feed !== undefined) updater.setFeedURL({ provider: 'generic', url: feed, channel: channel ?? 'latest' })
  if (channel !== undefined) updater.channel = channel
  // Set by the channel: an older version would refuse the databases.
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
        // Reported as an event, too.
      }
    },
    install: () => {
      if (process.platform !== 'darwin') (updater as BaseUpdater).install(true, false)
    },
  }
}

function offerOf({ version, releaseNotes }: UpdateInfo): Offer {
  const notes = Array.isArray(releaseNotes) ? releaseNotes.map(({ note }) => note ?? '').join('\n\n') : releaseNotes
  return { version, notes: (notes ?? '').slice(0, MOST_NOTES) }
}
