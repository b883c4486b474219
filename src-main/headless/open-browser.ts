import { spawn } from 'node:child_process'

/** Opens an address in the browser. Without one, the printed link has to do. */
export function openBrowser(url: string): void {
  const [command, ...words] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url]
  if (command === undefined) return
  const child = spawn(command, words, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
