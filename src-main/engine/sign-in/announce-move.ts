import { noticeSchema, noticeText, type Notice } from '../../domain/desk/notice.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { Session } from '../../database/store.ts'
import { readSetting, writeSetting, type ControlCore } from '../kernel/control-core.ts'
import type { Logger } from '../kernel/ports.ts'
import { redirectUri } from './identity-sign-in.ts'
import { readSignInSettings } from './sign-in-settings.ts'
import { siteOf } from './site.ts'

const SETTING = 'public_url'
const MOVE = 'public_url_move'

/** At the first start at another public URL, says in the log and to administrators what that voids. */
export async function announceMove(
  { database }: Pick<ControlCore, 'database'>,
  publicUrl: string,
  logger: Logger,
): Promise<void> {
  const before = await readSetting(database, SETTING)
  if (before === publicUrl) return
  const notice = before === null ? null : await moveNotice(database, before, publicUrl)
  await database.write(async (transaction) => {
    await writeSetting(transaction, SETTING, publicUrl)
    if (notice !== null) await writeSetting(transaction, MOVE, JSON.stringify(notice))
  })
  if (notice !== null) logger.log('warn', noticeText(notice), { ...notice })
}

/** The last move, until somebody has read it. */
export async function unreadMove(session: Session<ControlSchema>): Promise<Notice[]> {
  const text = await readSetting(session, MOVE)
  return text === null || text === '' ? [] : [noticeSchema.parse(JSON.parse(text))]
}

export async function markMoveRead({ database }: Pick<ControlCore, 'database'>): Promise<void> {
  await database.write(async (transaction) => {
    await writeSetting(transaction, MOVE, '')
    transaction.note({ about: 'event', event: { name: 'settings.changed', data: {} } })
  })
}

async function moveNotice(session: Session<ControlSchema>, before: string, after: string): Promise<Notice> {
  const site = siteOf(after)
  const voided = await session.all(
    session.build
      .selectFrom('passkey')
      .select('id')
      .where('host', '!=', site.passkeyHost ?? ''),
  )
  const { provider } = await readSignInSettings(session)
  return {
    kind: 'public_url_moved',
    before,
    after,
    passkeys: voided.length,
    redirectUri: provider === null ? null : redirectUri(site),
  }
}
