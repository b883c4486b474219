import type { App, WebContents } from 'electron'
import type { ExternalLinks } from './external-links.ts'

/** Blocks navigation, new windows and webviews. Links to the web go through `links`. */
export function guardNavigation(app: App, links: ExternalLinks): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, links))
}

function guardContents(contents: WebContents, links: ExternalLinks): void {
  contents.on('will-navigate', (details) => details.preventDefault())
  contents.on('will-frame-navigate', (details) => details.preventDefault())
  contents.on('will-redirect', (details) => details.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    links.open(url)
    return { action: 'deny' }
  })
}
