import { app } from 'electron'
import { commandIn } from './command-words.ts'

/** Same as in the installer (`resources/package/configuration.ts`): Windows shows notifications under this name. */
const APP_ID = 'com.fuelcard-desk.app'

// An installed program also is the command line: with a command it opens no window. Electron becomes ready only after
// this module has loaded, which is never for a command, since commands need no display.
const words = app.isPackaged ? commandIn(process.argv.slice(1)) : null
if (words === null) {
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
  await import('./main.ts')
} else {
  await runCommand(words)
}

async function runCommand(command: readonly string[]): Promise<void> {
  // By default, Electron shows a dialog.
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`)
    app.exit(1)
  })
  // Arguments as under Node: after the program and its script.
  process.argv.splice(1, Number.POSITIVE_INFINITY, 'fuelcard-desk', ...command)
  // The built command line next to this file; not an import, since this layer may not depend on it.
  const program = new URL('./cli.js', import.meta.url).href
  await import(/* @vite-ignore */ program)
  await Promise.all([drained(process.stdout), drained(process.stderr)])
  app.exit(typeof process.exitCode === 'number' ? process.exitCode : 0)
}

/** Electron exits at once, but on Windows a pipe is written later. */
function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve())
  })
}
