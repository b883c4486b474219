import { expect, it, onTestFinished } from 'vitest'
import { CLERK, startTestService } from '../../support/service.ts'

it('an API key is no person: where a project asks for one, it gets 403 for the address of the production webhook', async () => {
  const service = await startTestService()
  onTestFinished(() => service.close())
  const project = await service.createProject()
  const path = `/v1/projects/${project.id}/webhook`
  const body = { url: 'https://hooks.example/a', events: ['card.updated'] }
  const send = (method: string, key: string, sent: object) => service.send(method, path, { key, body: sent })
  expect((await send('POST', project.keys.production, body)).status).toBe(201)
  await service.engine.approvals.rules.set(project.id, { enabled: true }, CLERK)

  const moved = await send('PATCH', project.keys.production, { url: 'https://hooks.example/b' })
  expect([moved.status, (moved.body as { code: string }).code]).toEqual([403, 'error.approval_required'])
  expect((await send('PATCH', project.keys.production, { events: ['card.disabled'] })).status).toBe(200)
  expect((await send('PATCH', project.keys.production, { url: 'https://hooks.example/a' })).status).toBe(200)
  expect((await service.send('DELETE', path, { key: project.keys.production })).status).toBe(204)
  const again = await send('POST', project.keys.production, body)
  expect([again.status, (again.body as { code: string }).code]).toEqual([403, 'error.approval_required'])
  expect((await send('POST', project.keys.sandbox, body)).status).toBe(201)
})
