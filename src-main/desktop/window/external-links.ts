import { dialog, shell } from 'electron'
import type { Words } from '../words.ts'

export interface ExternalLinks {
  /** Opens an address in the person's browser, or ignores it. The one way out of the app. */
  open(address: string): void
}

export interface ExternalLinksOptions {
  words: Words
  /** The API's base URL; its own reference is the one page on this machine that may be opened. */
  baseUrl: () => string | null
}

/** Addresses over https alone, to a host that the person has confirmed since the start. Everything else (file, custom schemes, http) is ignored. */
export function createExternalLinks({ words, baseUrl }: ExternalLinksOptions): ExternalLinks {
  const confirmed = new Set<string>()
  const open = (address: string) => {
    // A machine without a browser refuses; there is nothing to be done about it here.
    shell.openExternal(address).catch(() => {})
  }
  const ask = async (url: URL): Promise<void> => {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: words('external.title', { host: url.host }),
      detail: words('external.text', { address: url.href }),
      buttons: [words('external.open'), words('dialog.cancel')],
      defaultId: 1,
      cancelId: 1,
    })
    if (response !== 0) return
    confirmed.add(url.host)
    open(url.href)
  }
  return {
    open: (address) => {
      const url = URL.parse(address)
      const base = baseUrl()
      if (base !== null && url?.href === `${base}/docs`) return open(url.href)
      if (
        url === null ||
        url.protocol !== 'https:' ||
        url.username !== '' ||
        url.password !== '' ||
        url.href.length > LONGEST_ADDRESS
      )
        return
      if (confirmed.has(url.host)) open(url.href)
      else void ask(url)
    },
  }
}

const LONGEST_ADDRESS = 2_048
