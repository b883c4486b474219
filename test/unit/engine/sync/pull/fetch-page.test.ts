import { expect, it } from 'vitest'
import { PortalError, type PortalErrorKind } from '../../../../../src-main/engine/sync/portals/portal.ts'
import type { OpenPortals } from '../../../../../src-main/engine/sync/portals/portal-source.ts'
import { WIRE_LIMITS } from '../../../../../src-main/engine/sync/portals/rest/wire.ts'
import { fetchPage } from '../../../../../src-main/engine/sync/pull/fetch-page.ts'
import { SIGNAL } from '../../../../support/portal/rest-portal.ts'

/** How often a run requests a page if every attempt fails this way. */
async function attemptsAt(kind: PortalErrorKind): Promise<number> {
  let attempts = 0
  const portals = {
    listing: () => ({
      listCards: () => {
        attempts += 1
        return Promise.reject(new PortalError(kind, 'It failed'))
      },
    }),
  } as unknown as OpenPortals
  await expect(fetchPage(portals, 1, null, { limit: 10 }, SIGNAL)).rejects.toMatchObject({ kind })
  return attempts
}

it('a page is requested once if the provider hangs, so that a clerk hears of it after half a minute', async () => {
  expect(await attemptsAt('timeout')).toBe(1)
  expect(WIRE_LIMITS.readMs).toBe(30_000)
})

it('a page is requested three times if a moment later may help', async () => {
  expect(await attemptsAt('unavailable')).toBe(3)
})

it('a page is requested once if only a person can help', async () => {
  expect(await attemptsAt('credentials')).toBe(1)
})
