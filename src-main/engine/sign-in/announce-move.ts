import { readSetting, writeSetting, type ControlCore } from '../kernel/control-core.ts'
import type { Logger } from '../kernel/ports.ts'
import { siteOf } from './site.ts'

const SETTING = 'public_url'

/** Tells the log, at the first start at another public URL, what that voids. */
export async function announceMove(
  { database }: Pick<ControlCore, 'database'>,
  publicUrl: string,
  logger: Logger,
): Promise<void> {
  const before = await readSetting(database, SETTING)
  if (before === publicUrl) return
  await database.write((transaction) => writeSetting(transaction, SETTING, publicUrl))
  if (before === null) return
  const { origin, passkeyHost } = siteOf(publicUrl)
  const voided = await database.all(
    database.build
      .selectFrom('passkey')
      .select('id')
      .where('host', '!=', passkeyHost ?? ''),
  )
  logger.log('warn', 'the public URL has changed: everybody signs in again, and links to the old one end', {
    before,
    after: publicUrl,
    passkeysThatNoLongerWork: voided.length,
    redirectUriToRegister: `${origin}/sign-in/callback`,
  })
}
