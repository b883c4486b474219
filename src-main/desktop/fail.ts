import { app, dialog } from 'electron'
import type { Logger } from '../engine/kernel/ports.ts'
import { chooseLanguage, wordsOf } from './words.ts'

/** The command line's exit code for a service that cannot be opened. */
const EXIT_UNAVAILABLE = 3

/** The settings may not be known yet. */
const wordsOfSystem = wordsOf(() => chooseLanguage(null, app.getPreferredSystemLanguages()))

/** @throws Error in an installed app started without it: an AppImage does so on systems that refuse the sandbox */
export function requireSandbox(): void {
  if (app.isPackaged && app.commandLine.hasSwitch('no-sandbox')) throw new Error(wordsOfSystem('sandbox.text'))
}

/** Shows the error's message and quits. */
export function quitWith(error: unknown, logger: Logger): void {
  const message = error instanceof Error ? error.message : String(error)
  logger.log('error', 'the app cannot go on', { error: error instanceof Error ? error.stack : message })
  dialog.showErrorBox(wordsOfSystem('fail.title'), message)
  process.exitCode = EXIT_UNAVAILABLE
  app.quit()
}
