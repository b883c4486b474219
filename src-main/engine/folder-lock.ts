/** Hosts take a folder's lock before they open the engine on it; SQLite itself stays in the database room. */
export { acquireFolderLock } from '../database/folder-lock.ts'
export { classify, DatabaseError } from '../database/database-error.ts'
