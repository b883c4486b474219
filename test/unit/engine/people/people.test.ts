import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Invitation } from '../../../../src-main/domain/people/person.ts'
import { CLERK } from '../../../support/context.ts'
import { rowsOf } from '../../../support/rows.ts'
import { fakeClock, openTestEngine, type TestEngine } from '../../../support/engine.ts'

const clock = fakeClock('2026-03-01T08:00:00.000Z')
const HOUR_MS = 60 * 60 * 1000
let test: TestEngine
let invited = 0
beforeAll(async () => {
  test = await openTestEngine({ wallClock: clock, repeatWorks: true })
})
afterAll(() => test.close())

const people = () => test.engine.people
const invite = (more: { isAdministrator?: boolean; projectId?: string } = {}): Promise<Invitation> => {
  invited += 1
  return people().invite(
    {
      name: `Person ${invited}`,
      email: `person-${invited}@fleet.example`,
      isAdministrator: more.isAdministrator ?? false,
      memberships: more.projectId === undefined ? [] : [{ projectId: more.projectId, role: 'clerk' }],
    },
    CLERK,
  )
}
const join = async (token: string): Promise<string> =>
  (await people().invitations.redeem(token, async () => {})).personId

/** An invited person who has come. */
const joined = async (more: Parameters<typeof invite>[0] = {}): Promise<string> => join((await invite(more)).token)

describe('the person at this machine', () => {
  it('is there from the first start, an administrator, the same at each start', async () => {
    const { localId } = people()
    expect(await people().caller(localId)).toMatchObject({ name: 'Clerk', isAdministrator: true, isLocal: true })
    await test.reopen()
    expect(people().localId).toBe(localId)
  })

  it('stays an administrator', async () => {
    const refused = { code: 'error.last_administrator' }
    await expect(people().setAdministrator(people().localId, false, CLERK)).rejects.toMatchObject(refused)
    await expect(people().suspend(people().localId, CLERK)).rejects.toMatchObject(refused)
  })
})

describe('an invitation', () => {
  it('works once', async () => {
    const { token, person } = await invite()
    expect(person.state).toBe('invited')
    expect(await people().caller(person.id)).toBeNull()
    expect(await join(token)).toBe(person.id)
    expect((await people().get(person.id)).state).toBe('active')
    await expect(join(token)).rejects.toMatchObject({ code: 'error.invitation_expired' })
    await expect(people().invitations.look(token)).rejects.toMatchObject({ code: 'error.invitation_expired' })
  })

  it('works for 72 hours', async () => {
    const [early, late] = [await invite(), await invite()]
    clock.advance(72 * HOUR_MS - 1)
    await join(early.token)
    clock.advance(1)
    await expect(join(late.token)).rejects.toMatchObject({ code: 'error.invitation_expired' })
  })

  it('is replaced by the next one, and void once the person is suspended', async () => {
    const first = await invite()
    const second = await people().reset(first.person.id, CLERK)
    await expect(join(first.token)).rejects.toMatchObject({ code: 'error.invitation_expired' })
    await people().suspend(first.person.id, CLERK)
    await expect(join(second.token)).rejects.toMatchObject({ code: 'error.invitation_expired' })
  })

  it('is refused for an e-mail address that differs from another in case alone', async () => {
    const { person } = await invite()
    await expect(
      people().invite(
        { name: 'Twin', email: person.email?.toUpperCase() ?? '', isAdministrator: false, memberships: [] },
        CLERK,
      ),
    ).rejects.toMatchObject({ code: 'error.validation', details: [{ field: 'email' }] })
  })
})

describe('what a person may do', () => {
  it('changes with the next call', async () => {
    const project = await test.engine.projects.create('Fleet', CLERK)
    const id = await joined({ projectId: project.id })
    const roleNow = async () => (await people().caller(id))?.roles.get(project.id)
    expect(await roleNow()).toBe('clerk')
    await people().setRole(id, project.id, 'manager', CLERK)
    expect(await roleNow()).toBe('manager')
    await people().setRole(id, project.id, null, CLERK)
    expect(await roleNow()).toBeUndefined()
    await people().suspend(id, CLERK)
    expect(await people().caller(id)).toBeNull()
    await people().resume(id, CLERK)
    expect(await people().caller(id)).not.toBeNull()
  })

  it('ends with the sessions when they are suspended', async () => {
    const id = await joined()
    const { cookie, proof } = await test.engine.sessions.open(id, 'Firefox on Linux')
    expect(await test.engine.sessions.list(id, null)).toMatchObject([{ device: 'Firefox on Linux', isThis: false }])
    await people().suspend(id, CLERK)
    await expect(test.engine.sessions.authenticate(cookie, proof)).rejects.toMatchObject({ code: 'error.signed_out' })
    await expect(test.engine.sessions.open(id, null)).rejects.toMatchObject({ code: 'error.signed_out' })
  })
})

it('the last administrator who can sign in stays one', async () => {
  const refused = { code: 'error.last_administrator' }
  const first = await joined({ isAdministrator: true })
  await expect(people().setAdministrator(first, false, CLERK)).rejects.toMatchObject(refused)
  await expect(people().suspend(first, CLERK)).rejects.toMatchObject(refused)
  // An invitation alone is not an administrator who can sign in.
  const second = await invite({ isAdministrator: true })
  await expect(people().suspend(first, CLERK)).rejects.toMatchObject(refused)
  await join(second.token)
  await people().suspend(first, CLERK)
  await expect(people().setAdministrator(second.person.id, false, CLERK)).rejects.toMatchObject(refused)
})

it('the log has the ID of the person in its chain, and the name where it can be erased', async () => {
  const id = await joined()
  const actor = { type: 'person', id, name: 'Ada Lovelace' } as const
  const { id: projectId } = await test.engine.projects.create('By Ada', { actor, channel: 'app' })
  const { docs } = await test.engine.audit.list('control', { targetId: projectId, page: 1, limit: 1 })
  expect(docs[0]).toMatchObject({ actor, erased: [] })
  expect(await test.engine.audit.verify('control')).toMatchObject({ ok: true })
  const rows = rowsOf(
    test.dataDir,
    'control',
    `SELECT actor_id, actor_name FROM audit_entry WHERE target_id = '${projectId}'`,
  )
  expect(rows).toEqual([{ actor_id: id, actor_name: expect.stringMatching(/^\{"personal":"[0-9a-f]{64}"\}$/) }])
})
