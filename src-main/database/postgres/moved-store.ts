import { refuseMovedStore } from '../moved-note.ts'
import type { Server } from './server.ts'

/** The row of `setting` that stays behind in a store whose data has moved. */
export const MOVED_SETTING = 'store_moved'

/** @throws ServiceError `error.store_moved` if `store copy --move` has taken the data elsewhere */
export async function refuseMoved(control: Server): Promise<void> {
  const { rows } = await control.read({
    text: 'SELECT value FROM control.setting WHERE name = $1',
    values: [MOVED_SETTING],
  })
  if (rows[0] === undefined) return
  const remedy = `remove the row ${MOVED_SETTING} from its table control.setting`
  refuseMovedStore(control.place, JSON.parse(rows[0].value), remedy)
}
