import { seriousViolations } from './axe.ts'
import { expect, screenshot, type Page } from './test.ts'

/** What only a change of colours or words can break: `npm run drills`. */
export const LOOK = { tag: '@look' }

/** In the light theme, everything is looked at in each run; in the dark one, only the colours are left to look at. */
export const lookIn = (scheme: 'light' | 'dark') => (scheme === 'dark' ? LOOK : {})

/** A part of a screen: what its screenshots are called, its address, and words that are there once it is whole. */
export type Part = readonly [name: string, place: string, seen: string]

/** Where the longer words of another language are short of room first. */
const SIZES = [
  [1280, 800],
  [900, 700],
] as const

/** Each part in the current theme, checked by a screenshot and by axe, and no wider than a small window. */
export async function lookAtParts(
  desk: Page,
  parts: readonly Part[],
  scheme: 'light' | 'dark',
  open: (desk: Page, place: string) => Promise<void>,
): Promise<void> {
  for (const [name, place, seen] of parts) {
    await open(desk, place)
    await expect(desk.getByText(seen).first()).toBeVisible()
    await screenshot(desk, `${name}-en-${scheme}-1280x800`)
    expect([name, await seriousViolations(desk, scheme === 'dark' ? 'colours' : 'everything')]).toEqual([name, []])
    await desk.setViewportSize({ width: 900, height: 700 })
    await screenshot(desk, `${name}-en-${scheme}-900x700`)
    await fits(desk, name)
    await desk.setViewportSize({ width: 1280, height: 800 })
  }
}

/** Each part in German, in both windows. */
export async function lookAtGerman(
  desk: Page,
  parts: readonly Part[],
  open: (desk: Page, place: string) => Promise<void>,
): Promise<void> {
  for (const [name, place, seen] of parts) {
    for (const [width, height] of SIZES) {
      await desk.setViewportSize({ width, height })
      await open(desk, place)
      await expect(desk.getByText(seen).first()).toBeVisible()
      await screenshot(desk, `${name}-de-light-${width}x${height}`)
      await fits(desk, name)
    }
  }
}

/** The page itself never scrolls sideways. */
export async function fits(desk: Page, name: string): Promise<void> {
  expect([name, await desk.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)]).toEqual([
    name,
    true,
  ])
}
