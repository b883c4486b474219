import { existsSync } from 'node:fs'
import type { Globals } from '../../globals.ts'
import { userPath } from '../../invocation.ts'
import { UsageError } from '../../usage-error.ts'

/**
 * The file with the login that owns the store's schemas: as given, or beside the file of logins.
 *
 * @throws UsageError if there is none
 */
export function ownerOf(given: string | undefined, variable: string | undefined, store: string): string {
  const named = given === undefined ? variable : userPath(given)
  if (named !== undefined) return named
  const beside = `${store}.owner`
  if (!/^postgres(ql)?:/.test(store) && existsSync(beside)) return beside
  throw new UsageError(
    'This needs the login that owns the schemas: --owner FILE (the file that ends in .owner, which "store prepare" wrote), or FUELCARD_STORE_OWNER',
  )
}

/** @throws UsageError without `--store` */
export function storeAsked({ store }: Globals): string {
  if (store !== undefined) return store
  throw new UsageError('Say which store: --store FILE, or FUELCARD_STORE')
}
