import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { acceptInvitation, signInPage, type SignedInPage } from '../../support/team/page-session.ts'
import { createHome } from '../../support/program.ts'
import { rowsOf } from '../../support/rows.ts'
import { PASSWORD } from '../../support/team/sign-in.ts'

const CARDS = 2_000
const production = 'production' as const

test('a service that is killed while it carries out an approved request voids it at its next start, and tells the asker', async () => {
  const home = createHome()
  const words = ['--no-demo', '--port', '0']
  let service = await home.serve(words)
  const owner = await signInPage(service.ready.uiUrl)
  await owner.call('people.update', {
    personId: (await owner.call('profile.get', {})).id,
    email: 'owner@fleet.example',
  })
  await owner.call('credentials.setPassword', { password: PASSWORD })
  const { id: projectId } = await owner.call('projects.create', { name: 'Fleet' })
  const place = { projectId, environment: production }
  const file = join(home.dir, 'cards.csv')
  const rows = Array.from(
    { length: CARDS },
    (_, index) => `70000000${100_000 + index},p${index},active,B ${index},Erika`,
  )
  writeFileSync(file, ['Card number,Card ID,Status,License plate,Driver', ...rows].join('\n'))
  await home.json(['cards', 'import', file, '--environment', production, '--apply'])

  const invited: Record<string, string> = {}
  for (const name of ['anna', 'ben']) {
    const memberships = [{ projectId, role: 'manager' as const }]
    const { token } = await owner.call('people.invite', { name, email: `${name}@fleet.example`, memberships })
    invited[name] = token
  }
  const enter = async (name: string): Promise<SignedInPage> => acceptInvitation(owner.origin, invited[name] ?? '')
  const [anna, ben] = [await enter('anna'), await enter('ben')]
  await anna.call('approvals.setRule', { projectId, enabled: true })

  const asked = await anna.call('approvals.ask', {
    call: 'bulk.start',
    input: { ...place, request: { selection: { kind: 'query', query: {} }, command: { type: 'disable' } } },
    reason: 'The contract ended',
  })
  const states = () => rowsOf(home.dataDir, 'control', 'SELECT state FROM approval').map(({ state }) => state)
  const answered = ben.call('approvals.approve', { projectId, approvalId: asked.id }).catch((error: unknown) => error)
  while (states().includes('waiting')) await sleep(1)
  await service.end('SIGKILL')
  await answered
  expect(states()).toEqual(['deciding'])

  service = await home.serve(words)
  const again = await signInPage(service.ready.uiUrl)
  const seen = async () => (await again.call('approvals.list', { projectId })).find(({ id }) => id === asked.id)
  await expect.poll(async () => (await seen())?.state).toBe('void')
  expect((await seen())?.answer).toContain('look whether the change was made')
  const { docs } = await again.call('audit.list', { kind: 'control', projectId, action: 'approval.void' })
  expect(docs).toMatchObject([{ target: { id: asked.id }, after: { cards: CARDS } }])

  // All of it or nothing was begun, and what was begun ends.
  const jobs = async () => again.call('bulk.list', place)
  await expect.poll(async () => (await jobs()).every(({ finishedAt }) => finishedAt !== null)).toBe(true)
  const { total } = await again.call('cards.list', { ...place, query: { status: 'inactive' } })
  expect(total).toBe((await jobs()).length === 0 ? 0 : CARDS)
  expect(await again.call('audit.verify', {})).toMatchObject({ ok: true })
})
