import { app } from 'electron'
import { commandIn } from './command-words.ts'

/** The same as the installer's (`resources/package/configuration.ts`): Windows shows notifications under this name. */
const APP_ID = 'com.fuelcard-desk.app'

// An installed program is the command line, too: with a command it opens no window. Electron gets ready only once this
// module is loaded, and thus never where a command runs, which needs no display.
const words = app.isPackaged ? commandIn(process.argv.slice(1)) : null
if (words === null) {
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
  await import('./main.ts')
} else {
  await runCommand(words)
}

async function runCommand(command: readonly string[]): Promise<void> {
  // Electron would show a dialog.
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`)
    app.exit(1)
  })
  // As the command line finds them under Node: behind the program and its script.
  process.argv.splice(1, Number.POSITIVE_INFINITY, 'fuelcard-desk', ...command)
  // The program beside this one, and no module of this floor.
  const program = new URL('./cli.js', import.meta.url).href
  await import(/* @vite-ignore */ program)
  await Promise.all([drained(process.stdout), drained(process.stderr)])
  app.exit(typeof process.exitCode === 'number' ? process.exitCode : 0)
}

/** Electron exits at once; on Windows a pipe takes its text later. */
function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve())
  })
}
