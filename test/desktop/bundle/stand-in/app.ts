import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { MACHINE, VERSION } from './environment.ts'
import { seen } from './seen.ts'
import { BrowserWindow, onContents, preventable } from './window.ts'

// An installed app has no script among its words.
if (MACHINE.isPackaged) process.argv.splice(1, 1)
if (MACHINE.resources !== undefined) Object.assign(process, { resourcesPath: MACHINE.resources })

const events = new EventEmitter()
let quitting = false

function switchValue(name: string): string | null {
  const word = process.argv.find((given) => given === `--${name}` || given.startsWith(`--${name}=`))
  return word === undefined ? null : word.slice(name.length + 3)
}

/** The application's life: ready, quitting with its two questions, and its end. */
export const app = Object.assign(events, {
  isPackaged: MACHINE.isPackaged,
  name: 'fuelcard-desk',
  commandLine: {
    getSwitchValue: (name: string) => switchValue(name) ?? '',
    hasSwitch: (name: string) => switchValue(name) !== null,
  } as Electron.CommandLine,
  enableSandbox: () => void (seen.sandboxed = true),
  whenReady: () => Promise.resolve(),
  getName: () => 'fuelcard-desk',
  getVersion: () => MACHINE.version ?? VERSION,
  getPath: (name) => join(MACHINE.home, name),
  getPreferredSystemLanguages: () => MACHINE.languages,
  requestSingleInstanceLock: () => !MACHINE.isSecond,
  setAsDefaultProtocolClient: (scheme) => seen.protocols.push(scheme) > 0,
  setLoginItemSettings: (settings) => void seen.login.push(settings),
  quit: () => {
    if (!quitting) {
      quitting = true
      events.emit('before-quit', preventable())
      seen.log.push('before-quit')
      for (const window of BrowserWindow.getAllWindows()) {
        window.close()
        // A window that stays keeps the app.
        if (!window.isDestroyed()) {
          quitting = false
          return
        }
      }
    }
    const event = preventable()
    events.emit('will-quit', event)
    if (!event.defaultPrevented) app.exit(0)
  },
  exit: (code = 0) => {
    process.exit(code)
  },
} satisfies Partial<Electron.App>)

onContents.made = (contents) => void events.emit('web-contents-created', {}, contents)
onContents.allClosed = () => {
  if (!quitting) events.emit('window-all-closed')
}
