import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BulkRequest } from '../../../src-main/domain/cards/bulk.ts'
import { CLERK } from '../../support/context.ts'
import { openTeam, type SignedInPage, type Team } from '../../support/team/team-pages.ts'

const UNKNOWN = '00000000-0000-4000-8000-00000000dead'

let team: Team
let admin: SignedInPage
let own: string
let other: string

beforeAll(async () => {
  team = await openTeam()
  own = (await team.test.engine.projects.create('Own fleet', CLERK)).id
  other = (await team.test.engine.projects.create('Other fleet', CLERK)).id
  admin = await team.join({ name: 'Ada Admin', isAdministrator: true })
})
afterAll(() => team.close())

const enable = (cardId: string): BulkRequest => ({
  command: { type: 'enable' },
  selection: { kind: 'cards', cardIds: [cardId] },
})
const place = () => ({ projectId: own, environment: 'sandbox' as const })
let joined = 0
const clerk = () => {
  joined += 1
  return team.join({ name: `Grace ${'x'.repeat(joined)}`, memberships: [{ projectId: own, role: 'clerk' }] })
}

describe('a change during a session', () => {
  it('of the role holds at the next call, and cuts the event stream', async () => {
    const grace = await clerk()
    const stream = await grace.listen()
    const input = { ...place(), request: enable(UNKNOWN) }
    expect(await grace.refusal('bulk.preview', input)).toBeNull()
    await admin.value('people.setRole', { personId: grace.personId, projectId: own, role: 'viewer' })
    expect(await grace.refusal('bulk.preview', input)).toBe('error.forbidden')
    expect(await grace.refusal('cards.list', place())).toBeNull()
    await stream.untilEnd()
  })

  it('of the membership ends what the stream and the lists show', async () => {
    const grace = await clerk()
    const stream = await grace.listen()
    expect(await grace.value('projects.list', {})).toMatchObject([{ id: own }])
    await admin.value('people.setRole', { personId: grace.personId, projectId: own, role: null })
    await admin.value('cards.mock', { projectId: own, count: 1, seed: 1 })
    expect((await stream.untilEnd()).filter((event) => event.includes(own))).toEqual([])
    expect(await grace.value('projects.list', {})).toEqual([])
    expect(await grace.refusal('cards.list', place())).toBe('error.forbidden')
  })

  it('of the state signs out, and a resumed person signs in anew', async () => {
    const grace = await clerk()
    const stream = await grace.listen()
    await admin.value('people.suspend', { personId: grace.personId })
    expect(await grace.refusal('projects.list', {})).toBe('error.signed_out')
    await stream.untilEnd()
    await admin.value('people.resume', { personId: grace.personId })
    expect(await grace.refusal('projects.list', {})).toBe('error.signed_out')
    expect(await (await team.signIn(grace.personId)).refusal('projects.list', {})).toBeNull()
  })

  it('leaves an accepted job running under the recorded name', async () => {
    const grace = await clerk()
    await admin.value('cards.mock', { projectId: own, count: 30, seed: 2 })
    const { docs } = await admin.value('cards.list', { ...place(), query: { status: 'active', limit: 100 } })
    const job = await grace.value('bulk.start', {
      ...place(),
      request: {
        command: { type: 'disable' },
        selection: { kind: 'cards', cardIds: docs.map(({ id }) => id) },
      },
    })
    await admin.value('people.suspend', { personId: grace.personId })
    const ended = await team.test.engine.environment('sandbox').bulk.finished(job.id)
    expect(ended).toMatchObject({ state: 'done', succeeded: docs.length })
    const last = await admin.value('audit.list', { kind: 'sandbox', projectId: own, action: 'card.disable' })
    expect(last.total).toBe(docs.length)
    for (const { actor } of last.docs) expect(actor).toMatchObject({ type: 'person', id: grace.personId })
  })

  it('takes the administration from nobody who is the last', async () => {
    const people = { personId: admin.personId }
    expect(await admin.refusal('people.setAdministrator', { ...people, isAdministrator: false })).toBe(
      'error.last_administrator',
    )
    expect(await admin.refusal('people.suspend', people)).toBe('error.last_administrator')
  })
})

describe('an event stream', () => {
  it('carries what the memberships of its person allow', async () => {
    const [grace, outsider] = [
      await clerk(),
      await team.join({ name: 'Olga Other', memberships: [{ projectId: other, role: 'manager' }] }),
    ]
    const [hers, theirs] = [await grace.listen(), await outsider.listen()]
    await admin.value('cards.mock', { projectId: own, count: 1, seed: 3 })
    expect((await hers.until('card.changed')).at(-1)).toContain(own)
    await admin.value('cards.mock', { projectId: other, count: 1, seed: 4 })
    expect((await theirs.until('card.changed')).filter((event) => event.includes(own))).toEqual([])
    for (const stream of [hers, theirs]) stream.drop()
  })
})

describe('a session', () => {
  it('is new at each sign-in: a cookie planted before becomes none', async () => {
    const planted = await team.signIn(admin.personId)
    const token = await team.test.engine.sessions.issueLoginToken(admin.personId)
    const reply = await team.send('POST', '/bridge/login', {
      body: { token },
      headers: { cookie: planted.headers['cookie'] ?? '', origin: team.origin },
    })
    const cookie = String(reply.headers['set-cookie']).split(';')[0]
    expect(cookie).not.toBe(planted.headers['cookie'])
    const mixed = { ...planted.headers, 'x-fuelcard-session': reply.body.value.proof as string }
    expect((await team.send('POST', '/bridge/call/projects.list', { body: {}, headers: mixed })).status).toBe(401)
  })

  it('is listed with its device, and ended by its person, one or all', async () => {
    const grace = await clerk()
    const [phone, van] = [await team.signIn(grace.personId, 'Chrome on Android'), await team.signIn(grace.personId)]
    expect((await grace.value('profile.sessions', {})).map(({ device, isThis }) => [device, isThis])).toEqual(
      expect.arrayContaining([
        ['Chrome on Android', false],
        ['Firefox on Linux', true],
      ]),
    )
    expect(await grace.value('profile.endSessions', { sessionId: phone.sessionId })).toEqual({ ended: 1 })
    expect(await phone.refusal('profile.get', {})).toBe('error.signed_out')
    expect(await van.refusal('profile.get', {})).toBeNull()
    expect(await grace.value('profile.endSessions', {})).toEqual({ ended: 1 })
    expect(await van.refusal('profile.get', {})).toBe('error.signed_out')
    expect(await grace.refusal('profile.get', {})).toBeNull()
  })

  it('of another person cannot be ended, nor told from one that never was', async () => {
    const grace = await clerk()
    expect(await grace.value('profile.endSessions', { sessionId: admin.sessionId })).toEqual({ ended: 0 })
    expect(await grace.value('profile.endSessions', { sessionId: UNKNOWN })).toEqual({ ended: 0 })
    expect(await admin.refusal('profile.get', {})).toBeNull()
  })
})

describe('what exists elsewhere', () => {
  it('is refused with the words for what exists nowhere', async () => {
    const grace = await team.join({ name: 'Mona Manager', memberships: [{ projectId: own, role: 'manager' }] })
    const key = await admin.value('keys.create', { projectId: other, environment: 'sandbox' })
    const upload = await admin.value('uploads.begin', { name: 'a.csv', sizeBytes: 1 })
    const answers = async (name: 'keys.revoke' | 'cards.list' | 'keys.list' | 'uploads.append', input: object) => {
      const result = await grace.call(name, input)
      if (result.ok) throw new Error(`${name} was allowed`)
      const { requestId: _, ...error } = result.error
      return error
    }
    const pairs = [
      ['keys.revoke', { keyId: key.id }, { keyId: UNKNOWN }],
      ['cards.list', { ...place(), projectId: other }, { ...place(), projectId: UNKNOWN }],
      ['keys.list', { projectId: other }, { projectId: UNKNOWN }],
      [
        'uploads.append',
        { uploadId: upload.uploadId, offset: 0, data: 'YQ==' },
        { uploadId: 'up_unknown', offset: 0, data: 'YQ==' },
      ],
    ] as const
    for (const [name, foreign, unknown] of pairs)
      expect(await answers(name, foreign)).toEqual(await answers(name, unknown))
  })

  it('is left out of the lists', async () => {
    const grace = await team.join({ name: 'Lina Lists', memberships: [{ projectId: own, role: 'manager' }] })
    await admin.value('keys.create', { projectId: own, environment: 'sandbox' })
    expect(new Set((await grace.value('keys.list', {})).map(({ projectId }) => projectId))).toEqual(new Set([own]))
    expect(await grace.refusal('requests.list', {})).toBe('error.forbidden')
    expect(await grace.refusal('audit.list', { kind: 'control' })).toBe('error.forbidden')
  })

  it('has names for everyone in a project, and addresses for administrators alone', async () => {
    const grace = await team.join({ name: 'Vera Viewer', memberships: [{ projectId: own, role: 'viewer' }] })
    const control = await grace.value('audit.list', { kind: 'control', projectId: own, limit: 100 })
    expect(control.docs.some(({ actor }) => actor.name === 'Ada Admin')).toBe(true)
    const cards = await grace.value('audit.list', { kind: 'sandbox', projectId: own, limit: 100 })
    expect(JSON.stringify([control, cards])).not.toContain('@fleet.example')
    expect(await grace.value('service.info', {})).toMatchObject({ dataDir: '', notices: [] })
  })
})
