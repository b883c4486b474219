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
  /** Called at each change of state. */
  onChange: () => void
  /** Called when a version is ready to install as the app ends. */
  onReady: (offer: Offer) => void
}

export interface Updates {
  state(): Pick<DesktopState, 'updates' | 'update'>
  /** Looks for updates from now on. */
  start(): Promise<void>
  /** Keeps this version beyond this quit: unfinished work resumes with the version that began it. */
  postpone(): void
  /** The last step of quitting: installs a downloaded version. */
  installAtQuit(): void
}

const LOOK_EVERY_MS = 6 * 60 * 60_000

/** @param open for tests */
export function createUpdates(options: UpdatesOptions, open = openFeed): Updates {
  const { logger, onChange } = options
  const updates = sourceOf(options)
  let update: DesktopState['update'] = null
  let feed: Feed | null = null
  let postponed = false
  const set = (next: DesktopState['update']) => {
    update = next
    onChange()
  }
  const isReady = ({ version }: Offer) => update?.state === 'ready' && update.version === version
  return {
    state: () => ({ updates, update }),
    start: async () => {
      if (updates !== 'feed') return
      feed = await open(options.policy, logger, {
        // Every later look finds the version again that is ready.
        onFound: (offer) => {
          if (!isReady(offer)) set({ ...offer, state: 'downloading' })
        },
        onReady: (offer) => {
          if (isReady(offer)) return
          set({ ...offer, state: 'ready' })
          options.onReady(offer)
        },
        // A version that is ready stays ready, even if the feed fails later.
        onFailed: () => update?.state === 'downloading' && set(null),
      })
      const look = () => void feed?.look()
      setInterval(look, LOOK_EVERY_MS).unref()
      look()
    },
    postpone: () => {
      postponed = true
    },
    installAtQuit: () => {
      if (update?.state !== 'ready') return
      if (postponed) logger.log('info', 'the update waits: work is unfinished', { version: update.version })
      else feed?.install()
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
