import { shell, type App, type WebContents } from 'electron'

/** Every window stays where it is: no navigation, no new window, no webview. Links to the web open in the browser. */
export function guardNavigation(app: App): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
}

function guardContents(contents: WebContents): void {
  contents.on('will-navigate', (details) => details.preventDefault())
  contents.on('will-frame-navigate', (details) => details.preventDefault())
  contents.on('will-redirect', (details) => details.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url)
    return { action: 'deny' }
  })
}

/** Opens an https address in the person's browser; everything else (file, custom schemes, http) is ignored. */
export function openExternal(address: string): void {
  const url = URL.parse(address)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return
  // A machine without a browser refuses; there is nothing to be done about it here.
  shell.openExternal(url.href).catch(() => {})
}
