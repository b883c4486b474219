import { expect, onTestFinished, test } from 'vitest'
import { CLERK } from '../../../support/context.ts'
import { openTestEngine } from '../../../support/engine.ts'
import { createWebhook } from '../../../support/webhooks.ts'

test('webhooks that lead to an inbox of the service follow its port; all others stay', async () => {
  let port = 4010
  const opened = await openTestEngine({ network: () => ({ ownPorts: [port] }) })
  onTestFinished(() => opened.close())
  const sandbox = () => opened.engine.environment('sandbox')
  const projects = [
    await opened.engine.projects.create('Own inbox', CLERK),
    await opened.engine.projects.create('Elsewhere', CLERK),
  ]
  const [own = '', elsewhere = ''] = projects.map(({ id }) => id)
  const inbox = await sandbox().inboxes?.open(own)
  await createWebhook(sandbox(), own, `http://127.0.0.1:4010${inbox?.path}`)
  await createWebhook(sandbox(), elsewhere, 'http://127.0.0.1:4011/inbox/of-another-program')
  const urls = async () => Promise.all([own, elsewhere].map(async (id) => (await sandbox().webhooks.get(id)).url))

  port = 4999
  await opened.reopen()
  expect(await urls()).toEqual([
    `http://127.0.0.1:4999${inbox?.path}`,
    'http://127.0.0.1:4011/inbox/of-another-program',
  ])
  const { docs } = await opened.engine.audit.list('sandbox', { action: 'webhook.update', page: 1, limit: 10 })
  expect(docs).toMatchObject([
    {
      actor: { type: 'system' },
      projectId: own,
      before: { url: `http://127.0.0.1:4010${inbox?.path}` },
      after: { url: `http://127.0.0.1:4999${inbox?.path}` },
    },
  ])

  // And again at runtime, when the host takes another port.
  const moved = new Promise((resolve) =>
    opened.engine.onLive((event) => event.name === 'webhook.changed' && resolve(null)),
  )
  opened.engine.setNetwork({ ownPorts: [5001] })
  await moved
  expect((await urls())[0]).toBe(`http://127.0.0.1:5001${inbox?.path}`)
})
