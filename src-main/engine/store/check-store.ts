import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '../../database/postgres/inspect-store.ts'
import { readStoreAddress, type StoreAddress } from '../../database/postgres/store-address.ts'
import { openStores } from '../open-stores.ts'
import type { DataKeySource } from '../kernel/ports.ts'
import { openRecordedKey, readFolderId, readRecordedKey } from '../kernel/secrets/open-data-key.ts'
import { verifyChains } from './verify-chains.ts'

export interface StoreReport {
  ok: boolean
  findings: Finding[]
}

/** Looks at a store as an instance would find it. Writes nothing. */
export async function checkStore(store: string, version: string, dataKey: DataKeySource): Promise<StoreReport> {
  const { inspectStore } = await import('../../database/postgres/inspect-store.ts')
  const address = readStoreAddress(store)
  const findings = await inspectStore(address, version)
  // Where it can't be opened, that has been said.
  if (findings.every(({ verdict }) => verdict !== 'wrong'))
    findings.push(...(await checkChains(address, version, dataKey)))
  return { ok: findings.every(({ verdict }) => verdict !== 'wrong'), findings }
}

async function checkChains(store: StoreAddress, version: string, source: DataKeySource): Promise<Finding[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fuelcard-check-'))
  try {
    const stores = await openStores({ dataDir, store, version })
    let key
    try {
      const [recorded, folderId] = [await readRecordedKey(stores.control), await readFolderId(stores.control)]
      if (recorded === null || folderId === null)
        return [{ about: 'audit', verdict: 'note', text: 'No instance has been started yet' }]
      key = await openRecordedKey(recorded, folderId, source)
    } finally {
      await stores.closeAll()
    }
    const verdicts = await verifyChains({ dataDir, store, version }, key)
    return verdicts.map(({ database, ok, entries, problem }) => ({
      about: 'audit',
      schema: database,
      verdict: ok ? 'ok' : 'wrong',
      text: problem ?? `${entries} entries, proven`,
    }))
  } catch (error) {
    return [{ about: 'audit', verdict: 'wrong', text: error instanceof Error ? error.message : String(error) }]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
