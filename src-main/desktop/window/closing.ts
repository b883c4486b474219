import { dialog, type App, type BrowserWindow, type Event } from 'electron'
import type { DesktopSettings } from '../settings.ts'
import type { Shutdown } from '../shutdown.ts'
import type { Words } from '../words.ts'

export interface ClosingOptions {
  app: Pick<App, 'quit'>
  settings: Pick<DesktopSettings, 'choices' | 'claimHint'>
  words: Words
  shutdown: Pick<Shutdown, 'isQuitting'>
  hasTray: () => boolean
}

/** Closing the window hides it in the tray, with a hint the first time; without a tray it asks, then quits. */
export function decideClosing(
  window: BrowserWindow,
  { app, settings, words, shutdown, hasTray }: ClosingOptions,
): void {
  let asking = false
  const ask = async (options: { message: string; detail: string; buttons: string[] }): Promise<number> => {
    asking = true
    try {
      return (
        await dialog.showMessageBox(window, {
          type: 'question',
          defaultId: 0,
          cancelId: options.buttons.length - 1,
          ...options,
        })
      ).response
    } finally {
      asking = false
    }
  }
  const hide = async () => {
    if (settings.claimHint('tray')) {
      const answer = await ask({
        message: words('close.hint.title'),
        detail: words('close.hint.text'),
        buttons: [words('close.ask.quit'), words('close.hint.keep')],
      })
      if (answer === 0) return app.quit()
    }
    window.hide()
  }
  const askToQuit = async () => {
    const answer = await ask({
      message: words('close.ask.title'),
      detail: words('close.ask.text'),
      buttons: [words('close.ask.quit'), words('dialog.cancel')],
    })
    if (answer === 0) app.quit()
  }
  window.on('close', (event: Event) => {
    if (shutdown.isQuitting()) return
    const tray = hasTray()
    if (tray && !settings.choices().closeToTray) return app.quit()
    event.preventDefault()
    if (!asking) void (tray ? hide() : askToQuit())
  })
}
