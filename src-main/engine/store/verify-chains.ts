import { AUDIT_DATABASES, type AuditDatabase } from '../../domain/audit.ts'
import { createCores } from '../environment-cores.ts'
import { createAuditView } from '../kernel/audit/audit-view.ts'
import { createControlCore } from '../kernel/control-core.ts'
import { createLiveBus } from '../kernel/live.ts'
import { DEFAULT_NETWORK } from '../kernel/network.ts'
import { silentLogger } from '../kernel/ports.ts'
import type { DataKey } from '../kernel/secrets/data-key.ts'
import { openStores, type StoresOptions } from '../open-stores.ts'
import { systemResolver } from '../../net/resolver.ts'

/** What became of the audit chains of one database. */
export interface ChainVerdict {
  database: AuditDatabase
  ok: boolean
  entries: number
  problem: string | null
}

/** Verifies the audit chains of a store or folder on which no engine need run. Writes nothing. */
export async function verifyChains(
  options: Pick<StoresOptions, 'dataDir' | 'store' | 'version'>,
  dataKey: DataKey,
): Promise<ChainVerdict[]> {
  const { control, databases, clock, closeAll } = await openStores(options)
  try {
    const controlCore = createControlCore(control, dataKey, clock)
    const cores = await createCores(
      {
        instanceId: controlCore.instanceId,
        dataKey,
        live: createLiveBus(silentLogger),
        wallClock: clock,
        version: options.version,
        logger: silentLogger,
        resolver: systemResolver,
        network: () => DEFAULT_NETWORK,
      },
      databases,
    )
    const audit = createAuditView({ control: controlCore, ...cores }, dataKey)
    const verdicts: ChainVerdict[] = []
    for (const database of AUDIT_DATABASES) {
      const { ok, count, problem } = await audit.verify(database)
      verdicts.push({ database, ok, entries: count, problem })
    }
    return verdicts
  } finally {
    await closeAll()
  }
}
