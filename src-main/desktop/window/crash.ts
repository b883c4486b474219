import { dialog, type App, type BrowserWindow } from 'electron'
import type { Logger } from '../../engine/kernel/ports.ts'
import type { Words } from '../words.ts'

/** The service survives a page that crashes or hangs; a dialog offers to reload it. */
export function offerReload(
  window: BrowserWindow,
  { app, words, logger }: { app: Pick<App, 'quit'>; words: Words; logger: Logger },
): void {
  let offering = false
  const offer = async (message: string, otherwise: { label: string; act: () => void }) => {
    if (offering) return
    offering = true
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message,
      detail: words('crash.text'),
      buttons: [words('crash.reload'), otherwise.label],
      defaultId: 0,
      cancelId: 1,
    })
    offering = false
    if (window.isDestroyed()) return
    if (response === 0) window.webContents.reload()
    else otherwise.act()
  }
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    logger.log('error', 'the window crashed', { reason, exitCode })
    void offer(words('crash.title'), { label: words('crash.quit'), act: () => app.quit() })
  })
  window.on('unresponsive', () => void offer(words('crash.hung'), { label: words('crash.wait'), act: () => {} }))
}
