import { readStoreAddress } from '../../database/postgres/store-address.ts'
import type { AppliedMigrations } from '../../database/postgres/migrate-store.ts'
import { readStoreOwner } from './store-logins.ts'

/**
 * Brings a store up to date as its owner.
 *
 * @throws DatabaseError in words
 */
export async function bringUpToDate(store: string, owner: string, version: string): Promise<AppliedMigrations> {
  const { migrateStore } = await import('../../database/postgres/migrate-store.ts')
  return migrateStore(readStoreOwner(owner), readStoreAddress(store), version)
}
