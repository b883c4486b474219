import Store, { type Options } from 'electron-store'
import type { DesktopChange } from '../domain/desk/desktop.ts'

/** What only the desktop shell needs; everything the service needs is in its own database (decisions, section 1). */
export interface DesktopSettings {
  readWindow(): WindowState | null
  writeWindow(state: WindowState): void
  /** What a person chose, with what holds until then. */
  choices(): Choices
  choose(change: DesktopChange): void
  /** Tells each thing once: true at the first time, then never again. */
  tellOnce(what: 'tray' | 'key'): boolean
}

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
  told?: { tray?: boolean; key?: boolean }
}

const DEFAULT_CHOICES: Choices = { startWithSystem: false, closeToTray: true, notifications: true }
const pixels = { type: 'integer', minimum: -100_000, maximum: 100_000 } as const
const flag = { type: 'boolean' } as const

export function openSettings(): DesktopSettings {
  const store = new Store<Stored>({
    // A file that was damaged costs the window's place and these choices, never the start.
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
      told: { type: 'object', properties: { tray: flag, key: flag }, additionalProperties: false },
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
    tellOnce: (what) => {
      const told = store.get('told', {})
      if (told[what] === true) return false
      store.set('told', { ...told, [what]: true })
      return true
    },
  }
}

/** Steps from older files, by the version that brought the step; each runs once. */
const MIGRATIONS: NonNullable<Options<Stored>['migrations']> = {
  // Before there was a tray only the window was kept, and what builds of those days left besides it is of no use.
  '0.1.0': (store) => {
    const window = store.get('window')
    store.clear()
    if (window !== undefined) store.set('window', window)
  },
}
