import { noticeText, type Notice } from '../domain/desk/notice.ts'
import { rolledBackChains, type WitnessedCores } from './kernel/audit/witness.ts'
import type { Logger } from './kernel/ports.ts'
import { openFolder } from './open-paths.ts'

/** What a person should know about the folder from the start on; also logged. */
export async function startNotices(dataDir: string, chains: WitnessedCores, logger: Logger): Promise<Notice[]> {
  const open = openFolder(dataDir)
  const notices: Notice[] = [
    ...(open === null ? [] : [{ kind: 'open_folder' as const, ...open }]),
    ...(await rolledBackChains(chains)),
  ]
  for (const notice of notices)
    logger.log(notice.kind === 'open_folder' ? 'info' : 'error', noticeText(notice), { ...notice })
  return notices
}
