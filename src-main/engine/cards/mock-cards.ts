import type { AuditAction } from '../../domain/audit.ts'
import { randomInt } from 'node:crypto'
import type { Card } from '../../domain/card.ts'
import { ServiceError } from '../../domain/errors.ts'
import { demoCards, mockCards, type MockCard } from '../../domain/cards/mock-cards.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { eachInSlices } from '../kernel/slices.ts'
import type { ProgressOptions } from '../kernel/progress-options.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import { createMockCard } from '../ledger/create-cards.ts'

export interface MockCards {
  /** The 48 cards of a first start. Leaves existing cards alone, so that an interrupted start can be repeated. */
  createDemo(projectId: string, context: ChangeContext): Promise<{ created: number }>
  /**
   * Any number of cards, the same for the same seed; without one, draws and returns a fresh seed. Leaves existing cards
   * of the seed alone. Mock cards raise no events.
   */
  create(
    projectId: string,
    input: { count: number; seed?: number | undefined },
    context: ChangeContext,
    options?: ProgressOptions,
  ): Promise<{ created: number; seed: number }>
}

/** Mock cards seem to have arrived over this span, oldest first. */
const HISTORY_MS = 540 * 24 * 60 * 60 * 1000
const LONGEST_STEP_MS = 6 * 60 * 60 * 1000
const CARDS_AT_ONCE = 200

export function createMockCards(core: EnvironmentCore): MockCards {
  const fill = async (
    projectId: string,
    cards: Iterator<MockCard, unknown>,
    count: number,
    options: ProgressOptions,
  ): Promise<{ created: number; stopped: boolean }> => {
    const now = core.clock.now().getTime()
    const stepMs = Math.min(LONGEST_STEP_MS, HISTORY_MS / count)
    const writer = core.database.bulk()
    const projectKey = await writer.write((transaction) => core.projectKey(transaction, projectId))
    let made = 0
    let created = 0
    while (made < count && options.signal?.aborted !== true) {
      const left = count - made
      const some: MockCard[] = []
      while (some.length < Math.min(left, CARDS_AT_ONCE)) some.push(cards.next().value as MockCard)
      const inserted = await eachInSlices(
        writer,
        some,
        (transaction, card, index) => {
          const createdAt = new Date(now - Math.round((left - index) * stepMs)).toISOString()
          return insertMock(core, transaction, projectId, projectKey, card, createdAt, new Date(now).toISOString())
        },
        { eachSlice: (transaction) => transaction.note({ about: 'card', projectKey, id: null }) },
      )
      created += inserted.reduce((sum, rows) => sum + rows, 0)
      made += some.length
      options.onProgress?.({ done: made, total: count })
    }
    await writer.conclude(async () => undefined)
    return { created, stopped: made < count }
  }
  const record = (projectId: string, action: AuditAction, context: ChangeContext, after: Record<string, unknown>) =>
    core.database.write(async (transaction) => {
      core.audit.append(transaction, context, {
        action,
        target: { type: 'project', id: projectId },
        projectId,
        after,
      })
      return undefined
    })
  return {
    createDemo: async (projectId, context) => {
      const demo = demoCards(core.clock.now())
      const { created } = await fill(projectId, demo.values(), demo.length, {})
      if (created > 0) await record(projectId, 'cards.demo', context, { created })
      return { created }
    },
    create: async (projectId, input, context, options = {}) => {
      const seed = input.seed ?? randomInt(2 ** 32)
      const { created, stopped } = await fill(
        projectId,
        mockCards(input.count, seed, core.clock.now()),
        input.count,
        options,
      )
      await record(projectId, 'cards.mock', context, { created, count: input.count, seed })
      if (stopped) throw new ServiceError('error.unavailable', `Stopped after ${created} cards`)
      return { created, seed }
    },
  }
}

async function insertMock(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
  projectKey: number,
  mock: MockCard,
  createdAt: string,
  now: string,
): Promise<number> {
  const card: Card = {
    ...mock,
    reason: null,
    plannedChange: null,
    internalReference: null,
    costCentre: null,
    notes: null,
    replacesCardId: null,
    id: core.newCardId(),
    projectId,
    environment: core.name,
    lastSyncedAt: mock.syncStatus === 'synced' ? now : createdAt,
    createdAt,
    updatedAt: now,
  }
  return Number(await createMockCard(transaction, projectKey, card))
}
