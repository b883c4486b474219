import { dialog, shell } from 'electron'
import type { Words } from '../words.ts'

export interface ExternalLinks {
  /** Opens an address in the system's browser, or ignores it. The only way out of the app. */
  open(address: string): void
}

export interface ExternalLinksOptions {
  words: Words
  /** The API's base URL; its reference is the only local page that may be opened. */
  baseUrl: () => string | null
}

/**
 * Opens https addresses whose host the person has confirmed since the start; file, http and custom schemes never.
 * A mail without a recipient opens at once, for the person to address and send.
 */
export function createExternalLinks({ words, baseUrl }: ExternalLinksOptions): ExternalLinks {
  const confirmed = new Set<string>()
  const open = (address: string) => {
    // Fails on a machine without a browser; nothing to do about it.
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
      if (url !== null && isBlankMail(url)) return open(url.href)
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

/** A mail that the person addresses and sends in their own program: no recipient, and no attachment. */
function isBlankMail(url: URL): boolean {
  return (
    url.protocol === 'mailto:' &&
    url.pathname === '' &&
    [...url.searchParams.keys()].every((name) => name === 'subject' || name === 'body')
  )
}
