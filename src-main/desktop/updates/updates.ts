import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DesktopState } from '../../domain/desk/desktop.ts'
import type { Policy } from '../../domain/desk/policy.ts'
import type { Logger } from '../../engine/kernel/ports.ts'
import { openFeed, type Feed, type Offer } from './feed.ts'

export interface UpdatesOptions {
  isPackaged: boolean
  platform: NodeJS.Platform
  environment: Readonly<Record<string, string | undefined>>
  /** The package's folder of files outside the app's archive. */
  resources: string | undefined
  policy: Policy['updates']
  logger: Logger
  /** Whether work is running that an update must not interrupt. */
  isBusy: () => boolean
  /** Called at each change of state. */
  onChange: () => void
  /** Called when a version is ready to install as the app ends. */
  onReady: (offer: Offer) => void
}

export interface Updates {
  state(): Pick<DesktopState, 'updates' | 'update'>
  /** Looks for updates from now on. */
  start(): Promise<void>
  /** The last step of quitting: installs a downloaded version, unless work is running, which the next start resumes. */
  installAtQuit(): void
}

const LOOK_EVERY_MS = 6 * 60 * 60_000

export function createUpdates(options: UpdatesOptions): Updates {
  const { logger, onChange } = options
  const updates = sourceOf(options)
  let update: DesktopState['update'] = null
  let feed: Feed | null = null
  const set = (next: DesktopState['update']) => {
    update = next
    onChange()
  }
  return {
    state: () => ({ updates, update }),
    start: async () => {
      if (updates !== 'feed') return
      feed = await openFeed(options.policy, logger, {
        onFound: (offer) => set({ ...offer, state: 'downloading' }),
        onReady: (offer) => {
          const isNews = update?.state !== 'ready' || update.version !== offer.version
          set({ ...offer, state: 'ready' })
          if (isNews) options.onReady(offer)
        },
        // A version that is ready stays ready, even if the feed fails later.
        onFailed: () => update?.state === 'downloading' && set(null),
      })
      const look = () => void feed?.look()
      setInterval(look, LOOK_EVERY_MS).unref()
      look()
    },
    installAtQuit: () => {
      if (update?.state !== 'ready') return
      if (options.isBusy()) {
        logger.log('info', 'the update waits until the app ends again: work is running', { version: update.version })
        return
      }
      feed?.install()
    },
  }
}

/** Where updates come from. The system's package manager updates its own packages. */
function sourceOf({ isPackaged, platform, environment, resources, policy }: UpdatesOptions): DesktopState['updates'] {
  if (!isPackaged) return 'source'
  if (policy.enabled === false) return 'off'
  const isOwnFile = platform !== 'linux' || (environment['APPIMAGE'] ?? '') !== ''
  const namesFeed = resources !== undefined && existsSync(join(resources, 'app-update.yml'))
  return isOwnFile && namesFeed ? 'feed' : 'package'
}
