import { EventEmitter } from 'node:events'
import type { IpcMainInvokeEvent, MessageBoxOptions, Privileges, Session, WebContents, WebFrameMain } from 'electron'

/**
 * As much of Electron as the desktop host uses, for tests on machines without its binary. The signatures come from
 * Electron's own typings, so that a call they refuse does not compile here either.
 */

type InvokeListener = (event: IpcMainInvokeEvent, ...parts: unknown[]) => unknown

/** The actions of the code under test, for assertions. */
export const seen = {
  exposed: new Map<string, unknown>(),
  invoked: [] as { channel: string; parts: unknown[] }[],
  handlers: new Map<string, InvokeListener>(),
  schemes: [] as { scheme: string; privileges?: Privileges }[],
  protocols: new Map<string, (request: Request) => Promise<Response> | Response>(),
  opened: [] as string[],
  asked: [] as MessageBoxOptions[],
}

export const contextBridge: Pick<typeof Electron.contextBridge, 'exposeInMainWorld'> = {
  exposeInMainWorld: (name, api) => {
    seen.exposed.set(name, api)
  },
}

/** Receives everything that the main process sends to the window. */
export const fromMain = new EventEmitter()

export const ipcRenderer: Pick<typeof Electron.ipcRenderer, 'invoke' | 'on'> = {
  on: (channel, listener) => {
    fromMain.on(channel, listener)
    return ipcRenderer as typeof Electron.ipcRenderer
  },
  invoke: (channel, ...parts) => {
    seen.invoked.push({ channel, parts })
    return Promise.resolve({ ok: true, value: 'answer' })
  },
}

export const ipcMain: Pick<typeof Electron.ipcMain, 'handle'> = {
  handle: (channel, listener) => {
    if (seen.handlers.has(channel)) throw new Error(`A handler for ${channel} is there already`)
    seen.handlers.set(channel, listener)
  },
}

export const protocol: Pick<typeof Electron.protocol, 'registerSchemesAsPrivileged' | 'handle'> = {
  registerSchemesAsPrivileged: (schemes) => {
    seen.schemes.push(...schemes)
  },
  handle: (scheme, handler) => {
    seen.protocols.set(scheme, handler)
  },
}

/** The button that the person chooses. */
export const answers = { dialog: 0 }

export const dialog: {
  showMessageBox: (options: MessageBoxOptions) => ReturnType<typeof Electron.dialog.showMessageBox>
} = {
  showMessageBox: (options) => {
    seen.asked.push(options)
    return Promise.resolve({ response: answers.dialog, checkboxChecked: false })
  },
}

export const shell: Pick<typeof Electron.shell, 'openExternal'> = {
  openExternal: (url) => {
    seen.opened.push(url)
    return Promise.resolve()
  },
}

/** A key store that reverses text: enough to show that the stored text is not the given one. */
export const keyStore = {
  available: true,
  backend: 'gnome_libsecret' as ReturnType<typeof Electron.safeStorage.getSelectedStorageBackend>,
  shouldReEncrypt: false,
  generation: 1,
}

export const safeStorage: Pick<
  typeof Electron.safeStorage,
  'encryptStringAsync' | 'decryptStringAsync' | 'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend'
> = {
  isAsyncEncryptionAvailable: () => Promise.resolve(keyStore.available),
  encryptStringAsync: (text) => Promise.resolve(Buffer.from(`sealed${keyStore.generation}:${turned(text)}`)),
  decryptStringAsync: (sealed) => {
    const text = sealed.toString()
    if (!text.startsWith('sealed')) return Promise.reject(new Error('not sealed here'))
    return Promise.resolve({
      result: turned(text.slice(text.indexOf(':') + 1)),
      shouldReEncrypt: keyStore.shouldReEncrypt,
    })
  },
  getSelectedStorageBackend: () => keyStore.backend,
}

const turned = (text: string): string => text.split('').toReversed().join('')

/** A sender as `ipcMain` reports it: the top frame of a page at this address, or a frame below it. */
export function invokeEvent(url: string, kind: 'top' | 'subframe' | 'gone' | 'other window'): IpcMainInvokeEvent {
  const mainFrame = { url, parent: null } as WebFrameMain
  const sender = { mainFrame } as WebContents
  const frames = {
    top: mainFrame,
    subframe: { url, parent: mainFrame } as WebFrameMain,
    gone: null,
    'other window': { url, parent: null } as WebFrameMain,
  }
  return { sender, senderFrame: frames[kind] } as IpcMainInvokeEvent
}

type WindowOpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0]

/** Web contents that fire events and keep their window-open handler. */
export class StandInContents extends EventEmitter {
  windowOpen: WindowOpenHandler | null = null

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.windowOpen = handler
  }

  /** Fires an event and returns whether it was prevented. */
  isPrevented(name: string): boolean {
    let prevented = false
    this.emit(name, { preventDefault: () => (prevented = true) })
    return prevented
  }
}

/** A session that keeps its handlers. */
export function standInSession() {
  const handlers: {
    request?: Parameters<Session['setPermissionRequestHandler']>[0]
    check?: Parameters<Session['setPermissionCheckHandler']>[0]
    device?: Parameters<Session['setDevicePermissionHandler']>[0]
  } = {}
  const session: Pick<
    Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
  > = {
    setPermissionRequestHandler: (handler) => {
      handlers.request = handler
    },
    setPermissionCheckHandler: (handler) => {
      handlers.check = handler
    },
    setDevicePermissionHandler: (handler) => {
      handlers.device = handler
    },
  }
  return { session: session as Session, handlers }
}
