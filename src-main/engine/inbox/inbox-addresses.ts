import { bySystem } from '../kernel/change-context.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { readSetting, writeSetting, type ControlCore } from '../kernel/control-core.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { isLoopbackHost } from '../../net/address.ts'
import { INBOX_PATH } from '../kernel/network.ts'

/** The setting for the port on which the service last listened. */
const LAST_PORT = 'last_port'

/** Records the service's port; if it has changed, webhooks that point at the service's own inbox move with it. */
export async function followPort(control: ControlCore, sandbox: EnvironmentCore, port: number): Promise<void> {
  const last = Number((await readSetting(control.database, LAST_PORT)) ?? 0)
  if (last === port) return
  // Addresses go first: if interrupted in between, the next start checks them again.
  if (last !== 0) await moveInboxAddresses(sandbox, last, port)
  await control.database.write((transaction) => writeSetting(transaction, LAST_PORT, String(port)))
}

/**
 * Moves webhooks that point at this service's own inbox to another port. They keep their history, since the receiver is
 * the same.
 */
async function moveInboxAddresses(core: EnvironmentCore, oldPort: number, newPort: number): Promise<number> {
  const tokens = new Set((await core.database.all(inboxTokens, {})).map(({ token }) => token))
  return core.database.write(async (transaction) => {
    let moved = 0
    for (const webhook of await transaction.all(webhookUrls, {})) {
      const url = movedUrl(webhook.url, tokens, oldPort, newPort)
      if (url === null) continue
      const projectId = await core.projectIdOf(webhook.project_key, transaction)
      await transaction.run(changeUrl, { id: webhook.id, url, updatedAt: core.clock.now().toISOString() })
      core.audit.append(transaction, bySystem('The service listens on another port, and its inbox with it'), {
        action: 'webhook.update',
        target: { type: 'webhook', id: webhook.id },
        projectId,
        before: { url: webhook.url },
        after: { url },
      })
      transaction.note({ about: 'webhook' })
      transaction.note({
        about: 'event',
        event: { name: 'webhook.changed', data: { projectId, environment: core.name } },
      })
      moved += 1
    }
    return moved
  })
}

function movedUrl(text: string, tokens: ReadonlySet<string>, oldPort: number, newPort: number): string | null {
  const url = URL.parse(text)
  if (url === null || url.port !== String(oldPort) || !isLoopbackHost(url.hostname)) return null
  if (!url.pathname.startsWith(INBOX_PATH) || !tokens.has(url.pathname.slice(INBOX_PATH.length))) return null
  url.port = String(newPort)
  return url.href
}

const builder = queryBuilder<EnvironmentSchema>()

const inboxTokens = prepareQuery<object>()('inbox tokens', () => builder.selectFrom('inbox').select('token'))

const webhookUrls = prepareQuery<object>()('webhook addresses', () =>
  builder.selectFrom('webhook').select(['id', 'project_key', 'url']),
)

const changeUrl = prepareQuery<{ id: string; url: string; updatedAt: string }>()('move webhook address', (parameter) =>
  builder
    .updateTable('webhook')
    .set({ url: parameter('url'), updated_at: parameter('updatedAt') })
    .where('id', '=', parameter('id')),
)
