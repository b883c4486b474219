import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardListInputSchema } from '../../../src-main/domain/cards/card-list.ts'
import type { Environment } from '../../../src-main/engine/environment-service.ts'
import { CLERK } from '../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../support/engine.ts'

let test: TestEngine
let projectId: string

beforeAll(async () => {
  test = await openTestEngine()
  projectId = (await test.engine.projects.create('Fleet', CLERK)).id
  await test.engine.environment('sandbox').mockCards?.create(projectId, { count: 20, seed: 1 }, CLERK)
})
afterAll(() => test.close())

/** Every object reachable from another by its properties, except functions and prototypes. */
function reachable(root: object): Set<object> {
  const found = new Set<object>([root])
  for (const value of found) {
    for (const name of Reflect.ownKeys(value)) {
      const descriptor = Object.getOwnPropertyDescriptor(value, name)
      const inner: unknown = descriptor?.value
      if ((typeof inner === 'object' && inner !== null) || typeof inner === 'function') found.add(inner)
    }
  }
  return found
}

describe('the sandbox', () => {
  it('holds nothing that leads to the other environment’s database, or to any raw handle', () => {
    const sandbox: Environment = test.engine.environment('sandbox')
    for (const value of reachable(sandbox)) {
      expect('file' in value ? value.file : '').not.toMatch(/production\.sqlite|control\.sqlite/)
      expect(value.constructor?.name).not.toBe('Database')
    }
  })

  it('cannot attach another file: it runs only what the typed builder builds, one statement at a time', async () => {
    // The only way in would be a search text, which is a parameter of a compiled query and never becomes SQL.
    const attempts = [
      "'; ATTACH DATABASE 'production.sqlite' AS other; --",
      '") UNION SELECT * FROM card --',
      "x' OR 1=1 --",
      '"* AND plate:*',
    ]
    for (const search of attempts) {
      expect(
        await test.engine.environment('sandbox').cards.list(projectId, cardListInputSchema.parse({ search })),
      ).toEqual({ docs: [], total: 0 })
    }
  })

  it('does not know a card of production, nor production one of its own', async () => {
    const [card] = (await test.engine.environment('sandbox').cards.list(projectId, cardListInputSchema.parse({}))).docs
    expect(card).toBeDefined()
    await expect(() => test.engine.environment('production').cards.get(projectId, card?.id ?? '')).rejects.toThrow(
      expect.objectContaining({ code: 'error.card_not_found' }) as Error,
    )
    expect(
      (await test.engine.environment('production').cards.list(projectId, cardListInputSchema.parse({}))).total,
    ).toBe(0)
    await expect(
      test.engine.environment('production').cards.command(projectId, card?.id ?? '', { type: 'disable' }, CLERK),
    ).rejects.toMatchObject({ code: 'error.card_not_found' })
  })
})
