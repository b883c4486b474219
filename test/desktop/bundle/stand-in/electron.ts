// The module that the built main process gets as `electron`. Every member is held against Electron's own typings.
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import http, { type RequestOptions } from 'node:http'
import https from 'node:https'
import type {
  MenuItemConstructorOptions,
  MessageBoxOptions,
  MessageBoxReturnValue,
  NativeImage,
  NotificationConstructorOptions,
} from 'electron'
import { app } from './app.ts'
import { MACHINE } from './environment.ts'
import { host, seen } from './seen.ts'
import { BrowserWindow, contentsOf, preventable, windowHandlers } from './window.ts'
import { connectWire } from './wire.ts'

export { app, BrowserWindow, seen }

type Invoked = (event: Electron.IpcMainInvokeEvent, ...parts: unknown[]) => unknown
const invokable = new Map<string, Invoked>()
export const ipcMain = Object.assign(new EventEmitter(), {
  handle: (channel, listener) => {
    if (invokable.has(channel)) throw new Error(`A handler for ${channel} is there already`)
    invokable.set(channel, listener)
  },
} satisfies Partial<Electron.IpcMain>)

const schemes = new Map<string, (request: Request) => Response | Promise<Response>>()
export const protocol = {
  registerSchemesAsPrivileged: (privileged) => void seen.schemes.push(...privileged),
  handle: (scheme, handler) => void schemes.set(scheme, handler),
} satisfies Partial<Electron.Protocol>

const permissions: {
  request?: Parameters<Electron.Session['setPermissionRequestHandler']>[0]
  check?: Parameters<Electron.Session['setPermissionCheckHandler']>[0]
} = {}
const defaultSession = Object.assign(new EventEmitter(), {
  permissions,
  setPermissionRequestHandler: (handler) => void (permissions.request = handler),
  setPermissionCheckHandler: (handler) => void (permissions.check = handler),
  setDevicePermissionHandler: () => {},
} satisfies Partial<Electron.Session> & { permissions: unknown })
export const session = { defaultSession, fromPartition: () => defaultSession }

/** Electron's own client is Chromium's; this one takes the same options. */
export const net = {
  request: ({ session: _session, ...options }: RequestOptions & { session: unknown }) =>
    (options.protocol === 'https:' ? https : http).request(options),
}

export const autoUpdater = new EventEmitter()

const MASK = 0x5a
const masked = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ MASK))
export const safeStorage = {
  isAsyncEncryptionAvailable: () => Promise.resolve(MACHINE.hasKeyring),
  encryptStringAsync: (text) => Promise.resolve(masked(Buffer.from(text))),
  decryptStringAsync: (sealed) => Promise.resolve({ result: masked(sealed).toString(), shouldReEncrypt: false }),
  getSelectedStorageBackend: () => (MACHINE.hasKeyring ? 'gnome_libsecret' : 'basic_text'),
} satisfies Partial<Electron.SafeStorage>

export const shell = {
  openExternal: (url) => {
    seen.opened.push(url)
    return Promise.resolve()
  },
  openPath: (path) => {
    seen.openedPaths.push(path)
    return Promise.resolve('')
  },
} satisfies Partial<Electron.Shell>

export const clipboard = {
  writeText: (text: string) => {
    seen.copied.push(text)
    return Promise.resolve()
  },
} satisfies { writeText: (text: string) => ReturnType<Electron.Clipboard['writeText']> }

export const dialog = {
  showMessageBox: (
    first: MessageBoxOptions | Electron.BaseWindow,
    second?: MessageBoxOptions,
  ): Promise<MessageBoxReturnValue> => {
    const options = second ?? (first as MessageBoxOptions)
    seen.asked.push(options)
    return Promise.resolve({ response: seen.answers.shift() ?? options.cancelId ?? 0, checkboxChecked: false })
  },
  showErrorBox: (title, content) => {
    seen.errors.push(`${title}: ${content}`)
    void host.wire?.call('app.failed', `${title}: ${content}`)
  },
} satisfies Partial<Electron.Dialog>

export const nativeImage = {
  createFromPath: (path) => ({ isEmpty: () => !existsSync(path), path }) as unknown as NativeImage,
} satisfies Partial<typeof Electron.nativeImage>

/** A menu as it was asked for, with what a click on one of its items does. */
export const Menu = {
  buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({ template }) as unknown as Electron.Menu,
  setApplicationMenu: (menu: Electron.Menu | null) => void (seen.menu = templateOf(menu)),
} satisfies Partial<typeof Electron.Menu>

const templateOf = (menu: Electron.Menu | null) =>
  (menu as unknown as { template: MenuItemConstructorOptions[] } | null)?.template ?? []

export class Tray extends EventEmitter {
  constructor(image: NativeImage) {
    super()
    if (!MACHINE.hasTray) throw new Error('This session has no tray')
    seen.tray = { image: '', tooltip: '', menu: [], click: () => this.emit('click') }
    this.setImage(image)
  }

  setImage(image: NativeImage) {
    if (image.isEmpty()) throw new Error('The image is not there')
    if (seen.tray !== null) seen.tray.image = (image as unknown as { path: string }).path
  }

  setToolTip(text: string) {
    if (seen.tray !== null) seen.tray.tooltip = text
  }

  setContextMenu(menu: Electron.Menu | null) {
    if (seen.tray !== null) seen.tray.menu = templateOf(menu)
  }
}

export class Notification extends EventEmitter {
  readonly options: NotificationConstructorOptions

  constructor(options: NotificationConstructorOptions) {
    super()
    this.options = options
  }

  static isSupported() {
    return true
  }

  show() {
    seen.notifications.push({ options: this.options, click: () => void this.emit('click') })
  }
}

export const nativeTheme = { shouldUseDarkColors: false } satisfies Partial<Electron.NativeTheme>
export const screen = {
  getAllDisplays: () => MACHINE.displays.map((workArea) => ({ workArea }) as Electron.Display),
} satisfies Partial<Electron.Screen>

const electron = {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  seen,
}
// oxlint-disable-next-line import/no-default-export -- as Electron has it
export default electron
/** What a test gets to look at in the app's process. */
export type StandInElectron = typeof electron

host.wire = connectWire(
  {
    send: (message) => process.connected && process.send?.(message),
    onMessage: (listener) => process.on('message', listener),
  },
  {
    ...windowHandlers,
    'page.requests': async ({ scheme, url, method }: { scheme: string; url: string; method: string }) => {
      const handler = schemes.get(scheme)
      if (handler === undefined) return null
      const response = await handler(new Request(url, { method }))
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()),
      }
    },
    'page.invokes': async ({
      id,
      channel,
      parts,
      url,
    }: {
      id: number
      channel: string
      parts: unknown[]
      url: string
    }) => {
      const sender = contentsOf(id)
      const handler = invokable.get(channel)
      if (sender === undefined || handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      sender.url = url
      return handler({ sender, senderFrame: sender.mainFrame } as unknown as Electron.IpcMainInvokeEvent, ...parts)
    },
    'page.downloads': ({ id, url, name }: { id: number; url: string; name: string }): string | null => {
      const event = preventable()
      const item = Object.assign(new EventEmitter(), {
        path: null as string | null,
        getURL: () => url,
        getFilename: () => name,
        setSaveDialogOptions: (options: Electron.SaveDialogOptions) => void (item.path = options.defaultPath ?? null),
      })
      defaultSession.emit('will-download', event, item, contentsOf(id))
      setImmediate(() => item.emit('done', {}, 'completed'))
      return event.defaultPrevented ? null : item.path
    },
    evaluate: ({ source, argument }: { source: string; argument: unknown }) => {
      // The same as Playwright does for Electron itself.
      // oxlint-disable-next-line no-eval
      const work = (0, eval)(`(${source})`) as (electron: StandInElectron, argument: unknown) => unknown
      return work(electron, argument)
    },
    event: ({ name, parts }: { name: string; parts: unknown[] }) => void app.emit(name, preventable(), ...parts),
  },
)

// Whoever looks at the windows is gone: so is the app.
process.on('disconnect', () => process.exit(1))
