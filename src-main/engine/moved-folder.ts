import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncAtOnce } from '../database/durable.ts'
import { refuseMovedStore, type MovedNote } from '../database/moved-note.ts'
import { PRIVATE_FILE } from '../database/private-file.ts'

/** Stays beside databases whose data has moved. */
const MOVED_FILE = 'store-moved.json'

/** Leaves word that the folder's data has moved: no service starts on it any more. */
export function noteMovedFolder(dataDir: string, note: MovedNote): void {
  const file = join(dataDir, MOVED_FILE)
  writeFileSync(file, `${JSON.stringify(note)}\n`, { mode: PRIVATE_FILE, flag: 'wx' })
  syncAtOnce(file)
  syncAtOnce(dataDir)
}

/** @throws ServiceError `error.store_moved` */
export function refuseMovedFolder(dataDir: string): void {
  const file = join(dataDir, MOVED_FILE)
  if (!existsSync(file)) return
  refuseMovedStore(dataDir, JSON.parse(readFileSync(file, 'utf8')), `remove ${file}`)
}
