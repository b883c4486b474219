import Store, { type Options } from 'electron-store'
import type { DesktopChange } from '../domain/desk/desktop.ts'

/** The desktop shell's own settings; the service's are in its database. */
export interface DesktopSettings {
  readWindow(): WindowState | null
  writeWindow(state: WindowState): void
  /** The person's choices, or the defaults. */
  choices(): Choices
  choose(change: DesktopChange): void
  /** Whether to show this hint: true the first time, then never again. */
  claimHint(what: Hint): boolean
  /** Whether this hint is still to come. */
  awaitsHint(what: Hint): boolean
  /** Whether the person has stopped this computer's own service. */
  isLocalStopped(): boolean
  keepLocalStopped(stopped: boolean): void
}

/** `team`: the administrator's service was offered. */
type Hint = 'tray' | 'key' | 'team'

type Choices = Required<{ [Key in keyof DesktopChange]: boolean }>

/** Where the window stood, in device-independent pixels of the whole desktop. */
export interface WindowState {
  x: number
  y: number
  width: number
  height: number
  maximized: boolean
}

interface Stored {
  window?: WindowState
  startWithSystem?: boolean
  closeToTray?: boolean
  notifications?: boolean
  told?: { [Key in Hint]?: boolean }
  localStopped?: boolean
}

const DEFAULT_CHOICES: Choices = { startWithSystem: false, closeToTray: true, notifications: true }
const pixels = { type: 'integer', minimum: -100_000, maximum: 100_000 } as const
const flag = { type: 'boolean' } as const

export function openSettings(): DesktopSettings {
  const store = new Store<Stored>({
    // A damaged file costs the window's position and these choices, never the start.
    clearInvalidConfig: true,
    schema: {
      window: {
        type: 'object',
        properties: { x: pixels, y: pixels, width: pixels, height: pixels, maximized: flag },
        required: ['x', 'y', 'width', 'height', 'maximized'],
        additionalProperties: false,
      },
      startWithSystem: flag,
      closeToTray: flag,
      notifications: flag,
      told: { type: 'object', properties: { tray: flag, key: flag, team: flag }, additionalProperties: false },
      localStopped: flag,
    },
    migrations: MIGRATIONS,
  })
  const choices = (): Choices => ({
    startWithSystem: store.get('startWithSystem', DEFAULT_CHOICES.startWithSystem),
    closeToTray: store.get('closeToTray', DEFAULT_CHOICES.closeToTray),
    notifications: store.get('notifications', DEFAULT_CHOICES.notifications),
  })
  return {
    readWindow: () => store.get('window') ?? null,
    writeWindow: (state) => store.set('window', state),
    choices,
    choose: (change) => store.set(change as Stored),
    claimHint: (what) => {
      const shown = store.get('told', {})
      if (shown[what] === true) return false
      store.set('told', { ...shown, [what]: true })
      return true
    },
    awaitsHint: (what) => store.get('told', {})[what] !== true,
    isLocalStopped: () => store.get('localStopped', false),
    keepLocalStopped: (stopped) => store.set('localStopped', stopped),
  }
}

/** Migrations of older files, by the version that introduced them; each runs once. */
const MIGRATIONS: NonNullable<Options<Stored>['migrations']> = {
  // Before the tray, only the window's state was kept; anything else is a leftover.
  '0.1.0': (store) => {
    const window = store.get('window')
    store.clear()
    if (window !== undefined) store.set('window', window)
  },
}
