import { EventEmitter } from 'node:events'
import type { BrowserWindowConstructorOptions, Rectangle, WebFrameMain, WindowOpenHandlerResponse } from 'electron'
import { fromWeb, toWeb } from './addresses.ts'
import { seen, test } from './seen.ts'

/** An event that may be prevented, as Electron's are. */
export function preventable() {
  const event = { defaultPrevented: false, preventDefault: () => void (event.defaultPrevented = true) }
  return event
}

/** ErrorText by the app when a window is made; the app itself is defined on top of windows. */
export const onContents: { made: (contents: StandInContents) => void; allClosed: () => void } = {
  made: () => {},
  allClosed: () => {},
}
const windows = new Map<number, BrowserWindow>()

class StandInContents extends EventEmitter {
  readonly id: number
  readonly mainFrame: WebFrameMain
  url = ''
  windowOpen: ((details: { url: string }) => WindowOpenHandlerResponse) | null = null

  constructor(id: number) {
    super()
    this.id = id
    this.mainFrame = Object.defineProperty({ parent: null, url: '' }, 'url', {
      get: () => this.url,
    }) as unknown as WebFrameMain
  }

  getURL() {
    return this.url
  }

  send(channel: string, ...parts: unknown[]) {
    void test().call('window.send', { id: this.id, channel, parts })
  }

  setWindowOpenHandler(handler: (details: { url: string }) => WindowOpenHandlerResponse) {
    this.windowOpen = handler
  }

  reload() {
    this.emit('did-start-loading')
    void test()
      .call('window.reload', { id: this.id })
      .then(() => this.emit('did-finish-load'))
  }
}
export type { StandInContents }

export class BrowserWindow extends EventEmitter {
  static #last = 0
  readonly id: number
  readonly options: BrowserWindowConstructorOptions
  readonly contents: StandInContents
  #bounds: Rectangle
  #visible: boolean
  #minimized = false
  #maximized = false
  #destroyed = false
  #opened: Promise<unknown>

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super()
    BrowserWindow.#last += 1
    this.id = BrowserWindow.#last
    this.options = options
    this.contents = new StandInContents(this.id)
    this.#bounds = {
      x: options.x ?? 100,
      y: options.y ?? 100,
      width: options.width ?? 800,
      height: options.height ?? 600,
    }
    this.#visible = options.show ?? true
    windows.set(this.id, this)
    onContents.made(this.contents)
    const { preload = null } = options.webPreferences ?? {}
    this.#opened = test().call('window.open', {
      id: this.id,
      preload,
      width: this.#bounds.width,
      height: this.#bounds.height,
    })
  }

  static getAllWindows() {
    return [...windows.values()]
  }

  get webContents() {
    return this.contents
  }

  async loadURL(url: string): Promise<void> {
    await this.#opened
    this.contents.url = url
    this.contents.emit('did-start-loading')
    await test().call('window.load', { id: this.id, url: toWeb(url) })
    this.emit('ready-to-show')
    this.contents.emit('did-finish-load')
  }

  show() {
    this.#visible = true
    seen.log.push('window shown')
  }

  hide() {
    this.#visible = false
    seen.log.push('window hidden')
  }

  focus() {
    seen.log.push('window focused')
  }

  isVisible() {
    return this.#visible
  }

  isDestroyed() {
    return this.#destroyed
  }

  isMinimized() {
    return this.#minimized
  }

  minimize() {
    this.#minimized = true
  }

  restore() {
    this.#minimized = false
  }

  maximize() {
    this.#maximized = true
  }

  isMaximized() {
    return this.#maximized
  }

  getNormalBounds() {
    return { ...this.#bounds }
  }

  setBounds(bounds: Partial<Rectangle>) {
    this.#bounds = { ...this.#bounds, ...bounds }
  }

  /** As by its close button. */
  close() {
    const event = preventable()
    this.emit('close', event)
    if (event.defaultPrevented) return
    this.#destroyed = true
    windows.delete(this.id)
    seen.log.push('window closed')
    void test().call('window.close', { id: this.id })
    this.emit('closed')
    if (windows.size === 0) onContents.allClosed()
  }
}

/** What happens in a page, as the test reports it. */
export const windowHandlers = {
  /** The page moved by itself to another fragment. */
  'page.moved': ({ id, url }: { id: number; url: string }) => {
    const contents = windows.get(id)?.contents
    if (contents !== undefined) contents.url = fromWeb(url)
  },
  'page.navigates': ({ id, url }: { id: number; url: string }): boolean => {
    const event = { ...preventable(), url: fromWeb(url), isMainFrame: true }
    let prevented = false
    windows.get(id)?.contents.emit('will-navigate', { ...event, preventDefault: () => (prevented = true) })
    return prevented
  },
  'page.opens': ({ id, url }: { id: number; url: string }): string =>
    windows.get(id)?.contents.windowOpen?.({ url: fromWeb(url) }).action ?? 'allow',
  'page.crashed': ({ id }: { id: number }) =>
    void windows.get(id)?.contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }),
}

export function contentsOf(id: number): StandInContents | undefined {
  return windows.get(id)?.contents
}
