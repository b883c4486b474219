import type { ProviderChange } from '../../../src-main/domain/card.ts'
import type { EnvironmentTransaction } from '../../../src-main/engine/kernel/environment-core.ts'
import { recordPush } from '../../../src-main/engine/ledger/record-push.ts'
import { pulledPages } from './pulled-pages.ts'

type Row = Record<string, unknown>

/** Two cards of a connected provider, PC-1 and PC-2, to which a test queues changes that nothing sends. */
export async function cardPushes() {
  const { core, clock, apply } = await pulledPages()
  const at = (ms = 0) => new Date(clock.now().getTime() + ms).toISOString()
  const change = <Result>(work: (transaction: EnvironmentTransaction) => Promise<Result>) => core.database.write(work)
  const all = (table: 'card' | 'job' | 'event' | 'provider' | 'drift' | 'audit_entry') =>
    core.database.all(core.database.build.selectFrom(table).selectAll()) as Promise<Row[]>
  const card = async (number = 1) =>
    (await all('card')).find((row) => row['provider_card_id'] === `PC-${number}`) as Row & { id: string }
  const job = async (seq: number) => (await all('job')).find((row) => row['seq'] === seq)
  const set = (table: 'card' | 'job' | 'provider', values: Row) =>
    change((transaction) => transaction.run(transaction.build.updateTable(table).set(values)))
  /** Queues a change of a card as if a command had; returns the push's row number. */
  const push = async (known: Row = {}, number = 1, given: ProviderChange = { action: 'disable' }): Promise<number> => {
    const { id: cardId } = await card(number)
    return change(async (transaction) => {
      await recordPush(transaction, { projectKey: 1, cardId, change: given, createdAt: at() })
      await transaction.run(
        transaction.build.updateTable('card').set({ sync_status: 'pending' }).where('id', '=', cardId),
      )
      const [newest] = await transaction.all(
        transaction.build.selectFrom('job').select('seq').orderBy('seq', 'desc').limit(1),
      )
      const seq = newest?.seq ?? 0
      if (Object.keys(known).length > 0)
        await transaction.run(transaction.build.updateTable('job').set(known).where('seq', '=', seq))
      return seq
    })
  }
  await apply({
    cards: [1, 2].map((number) => ({ cardNumber: `700200000000000000${number}`, providerCardId: `PC-${number}` })),
  })
  await change((transaction) =>
    transaction.run(
      transaction.build.insertInto('provider').values({
        project_key: 1,
        adapter: 'rest',
        settings: '{}',
        credentials: 'sealed',
        capabilities: null,
        schedule_enabled: 0,
        schedule_interval_minutes: 60,
        next_run_at: null,
        last_portal_time: at(),
        last_full_pull_at: null,
        created_at: at(),
        updated_at: at(),
      }),
    ),
  )
  return { core, clock, apply, at, change, all, card, job, set, push }
}
