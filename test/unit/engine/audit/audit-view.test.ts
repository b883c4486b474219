import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { auditEntrySchema, type AuditEntry } from '../../../../src-main/domain/audit.ts'
import type { Card } from '../../../../src-main/domain/card.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock } from '../../../support/clock.ts'
import { openTestEngine, type TestEngine } from '../../../support/engine.ts'

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
    await cards.command(projectId, card.id, { type: 'update', driver: 'Anna Schmidt', licensePlate: 'B-XY 12' }, { ...CLERK, reason: 'reassigned' })
    await cards.command(projectId, card.id, { type: 'disable' }, CLERK)
  })

  const list = (input: Partial<Parameters<typeof test.engine.audit.list>[1]> = {}) => test.engine.audit.list('sandbox', { page: 1, limit: 50, ...input })
  const exported = async (project?: string): Promise<AuditEntry[]> => Array.fromAsync(test.engine.audit.exportEntries('sandbox', project))

  it('lists the newest first, with who, what and why', async () => {
    const { docs, total } = await list()
    expect(total).toBe(docs.length)
    expect(docs.map(({ seq }) => seq)).toEqual(docs.map((_, index) => total - index))
    expect(docs[0]).toMatchObject({ action: 'card.disable', target: { type: 'card', id: card.id }, projectId, before: { status: 'active' }, after: { status: 'inactive' } })
    expect(docs[1]).toMatchObject({ action: 'card.update', reason: 'reassigned', actor: { type: 'clerk', name: 'Test clerk' }, channel: 'app' })
    for (const doc of docs) expect(() => auditEntrySchema.parse(doc)).not.toThrow()
  })

  it('shows personal values where they were not erased', async () => {
    const [update] = (await list({ action: 'card.update' })).docs
    expect(update).toMatchObject({ before: { driver: card.driver, licensePlate: card.licensePlate }, after: { driver: 'Anna Schmidt', licensePlate: 'B-XY 12' }, erased: [] })
  })

  it('narrows to a target, an action and a project, and pages with the exact total', async () => {
    expect((await list({ targetId: card.id })).docs.map(({ action }) => action)).toEqual(['card.disable', 'card.update'])
    expect(await list({ targetId: card.id, action: 'card.update' })).toMatchObject({ total: 1 })
    expect(await list({ projectId: 'another' })).toEqual({ docs: [], total: 0 })
    const pages = [await list({ targetId: card.id, limit: 1 }), await list({ targetId: card.id, limit: 1, page: 2 }), await list({ targetId: card.id, limit: 1, page: 3 })]
    expect(pages.map(({ docs, total }) => [docs[0]?.action, total])).toEqual([['card.disable', 2], ['card.update', 2], [undefined, 2]])
  })

  it('keeps the three chains apart', async () => {
    expect((await test.engine.audit.list('control', { page: 1, limit: 50 })).docs.map(({ action }) => action)).toEqual(['project.create'])
    expect(await test.engine.audit.list('production', { page: 1, limit: 50 })).toEqual({ docs: [], total: 0 })
  })

  it('exports a whole chain, or one project, in the order of the chain', async () => {
    const { docs } = await list()
    expect(await exported()).toEqual(docs.toReversed())
    expect(await exported(projectId)).toEqual(docs.toReversed())
    expect(await exported('another')).toEqual([])
  })

  it('exports more entries than a page holds', async () => {
    const { mockCards, cards } = test.engine.environment('sandbox')
    await mockCards?.create(projectId, { count: 30, seed: 1 }, CLERK)
    for (let round = 0; round < 450; round++) await cards.command(projectId, card.id, { type: round % 2 === 0 ? 'enable' : 'disable' }, CLERK)
    const entries = await exported()
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
    expect(entries.length).toBeGreaterThan(450)
  })

  it('forgets a driver without breaking the chain', async () => {
    const { audit } = test.engine
    expect(await audit.erasePersonal('sandbox', ['Anna Schmidt'], { ...CLERK, reason: 'asked to' })).toEqual({ erased: 1 })
    const [update] = (await list({ action: 'card.update' })).docs
    expect(update).toMatchObject({ after: { driver: null, licensePlate: 'B-XY 12' }, before: { driver: card.driver }, erased: ['after.driver'] })
    expect(JSON.stringify(await exported())).not.toContain('Anna Schmidt')
    expect(await audit.verify('sandbox')).toMatchObject({ ok: true, problem: null })
    const [erasure] = (await list({ action: 'audit.erase_personal' })).docs
    expect(erasure).toMatchObject({ reason: 'asked to', after: { erased: 1 } })
  })

  it('forgets a driver who stands in many entries', async () => {
    const { cards } = test.engine.environment('sandbox')
    for (let round = 0; round < 230; round++) await cards.command(projectId, card.id, { type: 'update', driver: round % 2 === 0 ? 'Ben Bauer' : 'Anna Schmidt' }, CLERK).catch(() => {})
    const { erased } = await test.engine.audit.erasePersonal('sandbox', ['Anna Schmidt', 'Ben Bauer'], CLERK)
    expect(erased).toBeGreaterThan(400)
    expect(JSON.stringify(await exported())).not.toMatch(/Anna Schmidt|Ben Bauer/)
    expect(await test.engine.audit.verify('sandbox')).toMatchObject({ ok: true })
  })

  it('verifies after a stop and a start, and holds the head noted before', async () => {
    const { head } = await test.engine.audit.verify('sandbox')
    const engine = await test.reopen()
    expect(await engine.audit.verify('sandbox', head)).toMatchObject({ ok: true, head })
    expect(await engine.check()).toMatchObject({ ok: true })
  })
})
