import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, settled, type Page } from './test.ts'

/** `npm run pictures` writes; the tests compare. */
const WRITES = process.env['FUELCARD_PICTURES'] === 'write'
const FOLDER = resolve(import.meta.dirname, '../../../docs/guide/pictures')
const HASHES = join(FOLDER, 'pictures.json')
/** Sharp on fine screens, and small enough for a page. */
const SCALE = 1.5
const QUALITY = 82
const LARGEST_BYTES = 150_000

/** What each service makes anew: ids, ports, secrets and sizes. */
const CHANCE = [
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
  /(?<=127\.0\.0\.1:)\d+/g,
  /(?<=\/inbox\/)[\w-]+/g,
  /\b(?:sk_\w+?|whsec|evt|req|run|key)_[\w+/-]+/g,
  /(?<=\bport )\d+/g,
  /\b\d+(?:\.\d+)? ?(?:ms|kB|MB)\b/g,
  /\/\S*fuelcard-browser-\S*/g,
]

/**
 * Makes a picture for the documentation, or checks that the one there still shows today's app: words and structure of
 * the page are the same as when it was taken.
 */
export async function picture(page: Page, name: string): Promise<void> {
  // What is under the pointer may say more.
  await page.mouse.move(0, 0)
  await settled(page)
  const file = join(FOLDER, `${name}.webp`)
  if (WRITES) {
    mkdirSync(FOLDER, { recursive: true })
    const bytes = await take(page)
    expect(bytes.length, `${name} is too large for a page`).toBeLessThan(LARGEST_BYTES)
    writeFileSync(file, bytes)
    writeHashes({ ...readHashes(), [name]: await hashOf(page) })
  }
  expect(existsSync(file), `There is no picture ${name}: run "npm run pictures"`).toBe(true)
  // Not every part of a screen says that it is on its way: on a busy machine some come after it is settled.
  await expect
    .poll(() => hashOf(page), {
      message: `The app has changed since the picture ${name} was taken: run "npm run pictures"`,
      timeout: 30_000,
    })
    .toBe(readHashes()[name])
}

/** Of all words and the structure of the page. */
async function hashOf(page: Page): Promise<string> {
  const seen = await page.locator('body').ariaSnapshot()
  const words = CHANCE.reduce((text, chance) => text.replaceAll(chance, '*'), seen)
  return createHash('sha256').update(words).digest('base64url')
}

async function take(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready)
  const session = await page.context().newCDPSession(page)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { x: 0, y: 0, width, height, scale: SCALE },
  })
  await session.detach()
  return Buffer.from(data, 'base64')
}

function readHashes(): Record<string, string> {
  return existsSync(HASHES) ? (JSON.parse(readFileSync(HASHES, 'utf8')) as Record<string, string>) : {}
}

function writeHashes(hashes: Record<string, string>): void {
  const sorted = Object.fromEntries(Object.entries(hashes).sort(([left], [right]) => (left < right ? -1 : 1)))
  writeFileSync(HASHES, `${JSON.stringify(sorted, null, 2)}\n`)
}
