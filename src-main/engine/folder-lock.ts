/** For hosts, which lock a folder before opening the engine on it: they may not import from the database room. */
export { acquireFolderLock } from '../database/folder-lock.ts'
export { classify, DatabaseError } from '../database/database-error.ts'
