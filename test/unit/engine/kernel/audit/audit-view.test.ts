import * as fc from 'fast-check'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { auditEntrySchema, type AuditEntry } from '../../../../../src-main/domain/audit.ts'
import type { Card } from '../../../../../src-main/domain/card.ts'
import { CLERK } from '../../../../support/context.ts'
import { fakeClock } from '../../../../support/clock.ts'
import { openTestEngine, type TestEngine } from '../../../../support/engine.ts'

describe('the audit of an engine', () => {
  let test: TestEngine
  let projectId: string
  let card: Card

  beforeEach(async () => {
    test = await openTestEngine({ wallClock: fakeClock() })
    onTestFinished(() => test.close())
    projectId = (await test.engine.projects.create('Fleet', CLERK)).id
    const { cards, mockCards } = test.engine.environment('sandbox')
    await mockCards?.createDemo(projectId, CLERK)
    const [first] = (await cards.list(projectId, { page: 1, limit: 1, status: 'active', sortField: 'createdAt' })).docs
    if (first === undefined) throw new Error('The demo fleet has no active card')
    card = first
    await cards.command(
      projectId,
      card.id,
      { type: 'update', driver: 'Anna Schmidt', licensePlate: 'B-XY 12' },
      { ...CLERK, reason: 'reassigned' },
    )
    await cards.command(projectId, card.id, { type: 'disable' }, CLERK)
  })

  const list = (input: Partial<Parameters<typeof test.engine.audit.list>[1]> = {}) =>
    test.engine.audit.list('sandbox', { page: 1, limit: 50, ...input })
  const exported = async (project?: string): Promise<AuditEntry[]> =>
    Array.fromAsync(test.engine.audit.exportEntries('sandbox', project))

  it('lists the newest first, with who, what and why', async () => {
    const { docs, total } = await list()
    expect(total).toBe(docs.length)
    expect(docs.map(({ seq }) => seq)).toEqual(docs.map((_, index) => total - index))
    expect(docs[0]).toMatchObject({
      action: 'card.disable',
      target: { type: 'card', id: card.id },
      projectId,
      before: { status: 'active' },
      after: { status: 'inactive' },
    })
    expect(docs[1]).toMatchObject({
      action: 'card.update',
      reason: 'reassigned',
      actor: { type: 'clerk', name: 'Test clerk' },
      channel: 'app',
    })
    for (const doc of docs) expect(() => auditEntrySchema.parse(doc)).not.toThrow()
  })

  it('shows personal values that were not erased', async () => {
    const [update] = (await list({ action: 'card.update' })).docs
    expect(update).toMatchObject({
      before: { driver: card.driver, licensePlate: card.licensePlate },
      after: { driver: 'Anna Schmidt', licensePlate: 'B-XY 12' },
      erased: [],
    })
  })

  it('narrows to a target, an action and a project, and pages with the exact total', async () => {
    expect((await list({ targetId: card.id })).docs.map(({ action }) => action)).toEqual([
      'card.disable',
      'card.update',
    ])
    expect(await list({ targetId: card.id, action: 'card.update' })).toMatchObject({ total: 1 })
    expect(await list({ projectId: 'another' })).toEqual({ docs: [], total: 0 })
    const pages = [
      await list({ targetId: card.id, limit: 1 }),
      await list({ targetId: card.id, limit: 1, page: 2 }),
      await list({ targetId: card.id, limit: 1, page: 3 }),
    ]
    expect(pages.map(({ docs, total }) => [docs[0]?.action, total])).toEqual([
      ['card.disable', 2],
      ['card.update', 2],
      [undefined, 2],
    ])
  })

  it('narrows to who acted, with everybody in it by name', async () => {
    const person = { actor: { type: 'person', id: 'p-1', name: 'Berta' }, channel: 'app' } as const
    await test.engine.environment('sandbox').cards.command(projectId, card.id, { type: 'enable' }, person)
    const actors = await test.engine.audit.actors('sandbox', projectId)
    expect(actors.map(({ key, name }) => [key, name])).toEqual([
      ['p-1', 'Berta'],
      ['clerk', 'Test clerk'],
    ])
    expect(await test.engine.audit.actors('sandbox', 'another')).toEqual([])
    expect((await list({ actor: 'p-1', projectId })).docs.map(({ action }) => action)).toEqual(['card.enable'])
    const { total } = await list()
    expect((await list({ actor: 'clerk' })).total).toBe(total - 1)
  })

  it('narrows to a period, from its first moment and before its last', async () => {
    const [disabled, updated] = (await list()).docs
    const from = updated?.time ?? ''
    expect((await list({ from })).docs).toContainEqual(updated)
    expect((await list({ from, until: from })).total).toBe(0)
    const later = new Date(Date.parse(disabled?.time ?? '') + 1).toISOString()
    expect((await list({ from: later })).total).toBe(0)
    expect((await list({ until: later })).total).toBe((await list()).total)
  })

  it.each(['anna schmidt', 'SCHMIDT', 'bxy12', 'B-XY 12'])('finds what concerns a card by %s', async (search) => {
    expect((await list({ search, projectId })).docs.map(({ action }) => action)).toEqual([
      'card.disable',
      'card.update',
    ])
    expect((await list({ search })).total).toBe(2)
  })

  it('finds a former driver by the change that took the card from them, in any spelling', async () => {
    const { cards } = test.engine.environment('sandbox')
    await cards.command(projectId, card.id, { type: 'update', driver: 'JÖRG MÜLLER' }, CLERK)
    await cards.command(projectId, card.id, { type: 'update', driver: 'Anna Schmidt' }, CLERK)
    for (const search of ['jörg müller', 'Müller'])
      expect((await list({ search })).docs.map(({ after }) => after?.['driver'])).toEqual([
        'Anna Schmidt',
        'JÖRG MÜLLER',
      ])
    expect(await list({ search: 'nobody' })).toEqual({ docs: [], total: 0 })
    expect((await test.engine.audit.list('control', { page: 1, limit: 5, search: 'fleet' })).total).toBe(1)
  })

  it('keeps the three logs apart', async () => {
    expect((await test.engine.audit.list('control', { page: 1, limit: 50 })).docs.map(({ action }) => action)).toEqual([
      'project.create',
    ])
    expect(await test.engine.audit.list('production', { page: 1, limit: 50 })).toEqual({ docs: [], total: 0 })
  })

  it('exports a whole log, or one project, in the order in which it was written', async () => {
    const { docs } = await list()
    expect(await exported()).toEqual(docs.toReversed())
    expect(await exported(projectId)).toEqual(docs.toReversed())
    expect(await exported('another')).toEqual([])
  })

  it('exports more entries than a page holds', async () => {
    const { mockCards, cards } = test.engine.environment('sandbox')
    await mockCards?.create(projectId, { count: 30, seed: 1 }, CLERK)
    for (let round = 0; round < 450; round++)
      await cards.command(projectId, card.id, { type: round % 2 === 0 ? 'enable' : 'disable' }, CLERK)
    const entries = await exported()
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
    expect(entries.length).toBeGreaterThan(450)
  })

  it('erases a driver without breaking the chain', async () => {
    const { audit } = test.engine
    expect(await audit.erasePersonal('sandbox', ['Anna Schmidt'], { ...CLERK, reason: 'asked to' })).toEqual({
      erased: 1,
    })
    const [update] = (await list({ action: 'card.update' })).docs
    expect(update).toMatchObject({
      after: { driver: null, licensePlate: 'B-XY 12' },
      before: { driver: card.driver },
      erased: ['after.driver'],
    })
    expect(JSON.stringify(await exported())).not.toContain('Anna Schmidt')
    expect(await audit.verify('sandbox')).toMatchObject({ ok: true, problem: null })
    const [erasure] = (await list({ action: 'audit.erase_personal' })).docs
    expect(erasure).toMatchObject({ reason: 'asked to', after: { erased: 1 } })
  })

  it('erases a driver named in many entries', async () => {
    const { cards } = test.engine.environment('sandbox')
    for (let round = 0; round < 230; round++)
      await cards
        .command(projectId, card.id, { type: 'update', driver: round % 2 === 0 ? 'Ben Bauer' : 'Anna Schmidt' }, CLERK)
        .catch(() => {})
    const { erased } = await test.engine.audit.erasePersonal('sandbox', ['Anna Schmidt', 'Ben Bauer'], CLERK)
    expect(erased).toBeGreaterThan(400)
    expect(JSON.stringify(await exported())).not.toMatch(/Anna Schmidt|Ben Bauer/)
    expect(await test.engine.audit.verify('sandbox')).toMatchObject({ ok: true })
  })

  it('has one entry for each command that changed a card, verifies, and matches the card counts', async () => {
    const { cards } = test.engine.environment('sandbox')
    const listed = (status?: 'new' | 'active' | 'inactive') =>
      cards.list(projectId, {
        page: 1,
        limit: 100,
        sortField: 'createdAt',
        ...(status === undefined ? {} : { status }),
      })
    const ids = (await listed()).docs.map(({ id }) => id).slice(0, 8)
    const driver = fc.constantFrom('Anna Schmidt', 'Ben Bauer', 'Chiara Conti')
    const command = fc.oneof(
      fc.record({ type: fc.constant('activate' as const), licensePlate: fc.constantFrom('B-XY 12', 'M-A 1'), driver }),
      fc.record({ type: fc.constant('update' as const), driver }),
      fc.constant({ type: 'enable' as const }),
      fc.constant({ type: 'disable' as const }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...ids), command), { maxLength: 25 }),
        fc.boolean(),
        async (asked, erase) => {
          const before = (await list()).total
          // All at once: they share commits, and a refused one must leave no trace among the others.
          const former = new Map((await listed()).docs.map((known) => [known.id, JSON.stringify(known)]))
          let changes = 0
          await Promise.all(
            asked.map(async ([id, command]) => {
              const changed = await cards.command(projectId, id, command, CLERK).catch(() => null)
              if (changed === null || JSON.stringify(changed) === former.get(id)) return
              former.set(id, JSON.stringify(changed))
              changes += 1
            }),
          )
          if (erase) await test.engine.audit.erasePersonal('sandbox', ['Ben Bauer'], CLERK)
          expect((await list()).total - before).toBe(changes + Number(erase))
          expect(await test.engine.audit.verify('sandbox')).toMatchObject({
            ok: true,
            count: before + changes + Number(erase),
          })
          const all = (await listed()).docs
          for (const status of ['new', 'active', 'inactive'] as const)
            expect((await listed(status)).total).toBe(all.filter((known) => known.status === status).length)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('verifies after a stop and a start, and holds the head noted before', async () => {
    const { head } = await test.engine.audit.verify('sandbox')
    const engine = await test.reopen()
    expect(await engine.audit.verify('sandbox', { expect: head })).toMatchObject({ ok: true })
    expect(await engine.check()).toMatchObject({ ok: true })
  })
})
