import type { ReferencePortal } from './reference-portal.ts'
import { callService, expect, type Page } from './test.ts'

interface ListedCard {
  id: string
  providerCardId: string
}

/** Leaves something to see on every screen: deliveries, keys, runs, refused changes, differences. */
export async function fillEveryScreen(desk: Page, portal: ReferencePortal): Promise<void> {
  const [project] = (await callService(desk, 'projects.list', {})) as { id: string }[]
  const projectId = project?.id ?? ''
  const sandbox = { projectId, environment: 'sandbox' }
  const production = { projectId, environment: 'production' }
  const { url } = (await callService(desk, 'inbox.get', { projectId })) as { url: string }
  await callService(desk, 'webhook.create', { ...sandbox, url, events: ['card.disabled'] })
  await callService(desk, 'keys.create', { ...sandbox, name: 'Fleet software' })
  const cards = (await callService(desk, 'cards.list', { ...sandbox, query: { status: 'active', limit: 20 } })) as {
    docs: ListedCard[]
  }
  for (const { id } of cards.docs)
    await callService(desk, 'cards.disable', { ...sandbox, cardId: id, reason: 'Reported lost by the driver' })
  await callService(desk, 'provider.set', {
    projectId,
    connection: {
      adapter: 'rest',
      baseUrl: portal.baseUrl,
      auth: { type: 'oauth2', clientId: portal.clientId, clientSecret: portal.clientSecret },
    },
  })
  const listed = () =>
    callService(desk, 'cards.list', { ...production, query: { status: 'active', limit: 5 } }) as Promise<{
      docs: ListedCard[]
      total: number
    }>
  await expect.poll(async () => (await listed()).docs.length).toBe(5)
  await portal.control('PUT', 'faults', {
    refuse: { '*': { code: 'suspended', message: 'The contract of this card is suspended until its holder has paid' } },
  })
  const { docs } = await listed()
  for (const { id } of docs) await callService(desk, 'cards.disable', { ...production, cardId: id })
  const failed = () => callService(desk, 'sync.pushes', { projectId, state: 'failed' }) as Promise<{ total: number }>
  await expect.poll(async () => (await failed()).total).toBe(5)
  for (const { providerCardId } of docs)
    await portal.control('PATCH', `cards/${providerCardId}`, { driver: 'Someone else' })
  await callService(desk, 'sync.now', { projectId })
  const differing = () => callService(desk, 'drift.list', { projectId }) as Promise<{ total: number }>
  await expect.poll(async () => (await differing()).total).toBe(5)
}
