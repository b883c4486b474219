import { LIVE_SECRETS } from '../../domain/webhook.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { insertSecret, secretPlace, secretsOfWebhook } from '../ledger/webhook-store.ts'
import { newSecret } from './signature.ts'

/** Adds a secret to a webhook. */
export async function giveSecret(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  webhookId: string,
  createdAt: string,
): Promise<string> {
  const secret = newSecret()
  const sealed = core.dataKey.seal(secret, secretPlace(webhookId))
  await transaction.run(insertSecret, { webhookId, sealed, createdAt })
  return secret
}

/** Replaces a webhook's secret; earlier ones keep signing for the grace period, at most ten in all. */
export async function replaceSecret(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  webhookId: string,
  gracePeriodSeconds: number,
): Promise<string> {
  const at = core.clock.now()
  const retiresAt = new Date(at.getTime() + gracePeriodSeconds * 1000).toISOString()
  const { build } = transaction
  await transaction.run(
    build
      .updateTable('webhook_secret')
      .set({ retires_at: retiresAt })
      .where('webhook_id', '=', webhookId)
      .where('retires_at', 'is', null),
  )
  // An immediate rotation also ends every older secret: one may have leaked.
  if (gracePeriodSeconds === 0)
    await transaction.run(build.deleteFrom('webhook_secret').where('webhook_id', '=', webhookId))
  const secret = await giveSecret(core, transaction, webhookId, at.toISOString())
  const surplus = (await transaction.all(secretsOfWebhook, { webhookId })).filter(
    (old, place) => place >= LIVE_SECRETS || (old.retires_at !== null && old.retires_at <= at.toISOString()),
  )
  for (const old of surplus) await transaction.run(build.deleteFrom('webhook_secret').where('seq', '=', old.seq))
  return secret
}

/** The newest secret; null if it cannot be read. */
export async function newestSecret(
  core: EnvironmentCore,
  session: EnvironmentSession,
  webhookId: string,
): Promise<string | null> {
  const secret = await session.first(secretsOfWebhook, { webhookId })
  if (secret === undefined) return null
  try {
    return core.dataKey.open(secret.sealed, secretPlace(webhookId))
  } catch {
    // After a restore without its data key, the configuration is readable but its secret is not.
    return null
  }
}
