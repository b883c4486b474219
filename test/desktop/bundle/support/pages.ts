import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { BrowserContext, CDPSession, Download, Page, Request, Route } from '@playwright/test'
import { fromWeb, isOfApp } from '../stand-in/addresses.ts'
import { pageWorld, preloadWorld } from '../stand-in/worlds.ts'
import type { Wire, WireHandlers } from '../stand-in/wire.ts'

/** A window of the app: a real page of Chromium. */
interface Shown {
  id: number
  page: Page
  cdp: CDPSession
  /** The preload's world of the document that is shown. */
  world: number | null
}

export interface Pages {
  /** For the wire: what the app asks of its windows. */
  readonly handlers: WireHandlers
  /** The page of the window that was opened at this turn, from 1. */
  page(id: number): Promise<Page>
  /** Addresses outside the app that something asked for; none was given. */
  readonly refused: string[]
}

const WORLD = 'electron preload'

/** Shows the app's windows in a browser context. `app` leads to the process of the app. */
export function showWindows(context: BrowserContext, app: () => Wire): Pages {
  const windows = new Map<number, Shown>()
  const opened = new Map<number, PromiseWithResolvers<Page>>()
  const refused: string[] = []
  /** What the app itself loads is no navigation of the page. */
  const asked = new Set<string>()
  const waitFor = (id: number) => {
    const waiting = opened.get(id) ?? Promise.withResolvers<Page>()
    opened.set(id, waiting)
    return waiting
  }
  const shownBy = (page: Page | null) => [...windows.values()].find((window) => window.page === page)

  const answer = async (route: Route) => {
    const request = route.request()
    const url = request.url()
    const page = request.isNavigationRequest() ? pageOf(request) : undefined
    const window = shownBy(page ?? null)
    if (page !== undefined && window === undefined) {
      // Another page was opened by one of ours. It is closed once it is empty.
      const opener = page === null ? undefined : shownBy(await page.opener())
      await app().call('page.opens', { id: opener?.id ?? 1, url })
      await route.abort('aborted')
      return page?.close()
    }
    if (
      window !== undefined &&
      !asked.delete(url) &&
      (await app().call<boolean>('page.navigates', { id: window.id, url }))
    )
      return route.abort('aborted')
    if (!isOfApp(url)) {
      refused.push(url)
      // A page that the test itself shows elsewhere needs a document to be in.
      return window !== undefined
        ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Foreign</title>' })
        : route.abort('blockedbyclient')
    }
    const address = fromWeb(url)
    const response = await app().call<{ status: number; headers: Record<string, string>; body: Uint8Array } | null>(
      'page.requests',
      { scheme: new URL(address).protocol.slice(0, -1), url: address, method: request.method() },
    )
    if (response === null) return route.abort('failed')
    return route.fulfill({ status: response.status, headers: response.headers, body: Buffer.from(response.body) })
  }

  const ready = (async () => {
    await context.route('**/*', answer)
    context.on('page', (page) => {
      // An empty page asks for nothing, so nothing above saw it.
      page.once('domcontentloaded', () => {
        if (shownBy(page) === undefined && page.url() === 'about:blank') void closePopup(page)
      })
    })
  })()

  const open = async ({
    id,
    preload,
    width,
    height,
  }: {
    id: number
    preload: string | null
    width: number
    height: number
  }) => {
    await ready
    const page = await context.newPage()
    await page.setViewportSize({ width, height })
    const cdp = await context.newCDPSession(page)
    const window: Shown = { id, page, cdp, world: null }
    windows.set(id, window)
    if (preload !== null) await addPreload(window, preload)
    page.on(
      'framenavigated',
      (frame) => frame === page.mainFrame() && void app().call('page.moved', { id, url: frame.url() }),
    )
    page.on('crash', () => void app().call('page.crashed', { id }))
    page.on('download', (download) => void save(id, download))
  }

  const save = async (id: number, download: Download) => {
    const path = await app().call<string | null>('page.downloads', {
      id,
      url: fromWeb(download.url()),
      name: download.suggestedFilename(),
    })
    await (path === null ? download.cancel() : download.saveAs(path))
  }

  const addPreload = async (window: Shown, preload: string) => {
    const { cdp, id, page } = window
    const token = randomUUID()
    cdp.on('Runtime.executionContextCreated', ({ context: { id: world, name } }) => {
      if (name === WORLD) window.world = world
    })
    const carry = async (payload: string, executionContextId: number) => {
      const { id: call, channel, parts } = JSON.parse(payload) as { id: number; channel: string; parts: unknown[] }
      const outcome = await app()
        .call('page.invokes', { id, channel, parts, url: fromWeb(page.url()) })
        .then(
          (value) => [value ?? null, null],
          (error: unknown) => [null, String(error)],
        )
      await run(
        cdp,
        executionContextId,
        `standInAnswer(${call}, ${outcome.map((part) => JSON.stringify(part)).join(', ')})`,
      )
    }
    cdp.on('Runtime.bindingCalled', ({ payload, executionContextId }) => void carry(payload, executionContextId))
    await cdp.send('Runtime.enable')
    await cdp.send('Page.enable')
    await cdp.send('Runtime.addBinding', { name: 'standInSend', executionContextName: WORLD })
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorld(token) })
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
      source: preloadWorld(token, readFileSync(preload, 'utf8')),
      worldName: WORLD,
    })
  }

  return {
    refused,
    page: (id) => waitFor(id).promise,
    handlers: {
      'window.open': open,
      'window.load': async ({ id, url }: { id: number; url: string }) => {
        const window = windows.get(id)
        asked.add(url.replace(/#.*$/, ''))
        await window?.page.goto(url)
        if (window !== undefined) waitFor(id).resolve(window.page)
      },
      'window.reload': async ({ id }: { id: number }) => {
        const page = windows.get(id)?.page
        asked.add(page?.url().replace(/#.*$/, '') ?? '')
        await page?.reload()
      },
      'window.send': async ({ id, channel, parts }: { id: number; channel: string; parts: unknown[] }) => {
        const window = windows.get(id)
        if (window?.world != null)
          await run(window.cdp, window.world, `standInEvent(${JSON.stringify(channel)}, ${JSON.stringify(parts)})`)
      },
      'window.close': async ({ id }: { id: number }) => {
        const window = windows.get(id)
        windows.delete(id)
        await window?.page.close()
      },
    },
  }
}

/** A document that has gone meanwhile needs no message. */
async function run(cdp: CDPSession, contextId: number, expression: string): Promise<void> {
  await cdp.send('Runtime.evaluate', { contextId, expression }).catch(() => {})
}

/** Null for a page that has not been seen yet. */
function pageOf(request: Request): Page | null {
  try {
    return request.frame().page()
  } catch {
    return null
  }
}

async function closePopup(page: Page): Promise<void> {
  if ((await page.opener()) !== null) await page.close()
}
