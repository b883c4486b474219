import { controlAuthorizationServer } from './migrations/control-0064-authorization-server.ts'
import { controlCluster } from './migrations/control-0080-cluster.ts'
import { controlPersonTheme } from './migrations/control-0065-person-theme.ts'
import { controlAccess } from './migrations/control-0010-access.ts'
import { controlAlerts } from './migrations/control-0062-alerts.ts'
import { controlApprovals } from './migrations/control-0063-approvals.ts'
import { controlDesk } from './migrations/control-0020-desk.ts'
import { controlKeyLifetime } from './migrations/control-0040-key-lifetime.ts'
import { controlIgnored } from './migrations/control-0045-ignored.ts'
import { controlPeople } from './migrations/control-0060-people.ts'
import { controlSignIn } from './migrations/control-0061-sign-in.ts'
import { controlRequests } from './migrations/control-0030-requests.ts'
import { controlWitness } from './migrations/control-0050-witness.ts'
import { environmentCards } from './migrations/environment-0010-cards.ts'
import { environmentCardSearch } from './migrations/environment-0020-card-search.ts'
import { environmentRecords } from './migrations/environment-0030-records.ts'
import { environmentWebhooks } from './migrations/environment-0040-webhooks.ts'
import { environmentBulk } from './migrations/environment-0050-bulk.ts'
import { environmentDeliveryByCard } from './migrations/environment-0055-delivery-by-card.ts'
import { environmentLongBodies } from './migrations/environment-0120-long-bodies.ts'
import { environmentOwnFields } from './migrations/environment-0125-own-fields.ts'
import { environmentLostReference } from './migrations/environment-0160-lost-reference.ts'
import { environmentCluster } from './migrations/environment-0190-cluster.ts'
import { controlSharedState } from './migrations/control-0090-shared-state.ts'
import { controlRefusals } from './migrations/control-0100-refusals.ts'
import { environmentRunClaims } from './migrations/environment-0200-run-claims.ts'
import { environmentCardReason } from './migrations/environment-0210-card-reason.ts'
import { environmentHolders } from './migrations/environment-0240-holders.ts'
import { environmentCardReplaces } from './migrations/environment-0230-card-replaces.ts'
import { environmentPlannedChange } from './migrations/environment-0220-planned-change.ts'
import { environmentEarlierPlan } from './migrations/environment-0250-earlier-plan.ts'
import { environmentBulkOwnFields } from './migrations/environment-0260-bulk-own-fields.ts'
import { environmentJobLease } from './migrations/environment-0170-job-lease.ts'
import { environmentKeptAnswers } from './migrations/environment-0130-kept-answers.ts'
import { environmentMissingCards } from './migrations/environment-0100-missing-cards.ts'
import { environmentOverview } from './migrations/environment-0080-overview.ts'
import { environmentProvider } from './migrations/environment-0060-provider.ts'
import { environmentPush } from './migrations/environment-0070-push.ts'
import { environmentRefusedRows } from './migrations/environment-0165-refused-rows.ts'
import { environmentRunFailure } from './migrations/environment-0110-run-failure.ts'
import { environmentSearchFill } from './migrations/environment-0140-search-fill.ts'
import { environmentSearchPages } from './migrations/environment-0090-search-pages.ts'
import { environmentStatusOrder } from './migrations/environment-0095-status-order.ts'
import { environmentWitness } from './migrations/environment-0150-witness.ts'
import { audit } from './migrations/shared-0010-audit.ts'
import { auditFilters } from './migrations/shared-0030-audit-filters.ts'
import { auditChains } from './migrations/shared-0020-audit-chains.ts'
import type { Migration } from './migrations.ts'

/** Lists the migrations a file has been through; created before the first of them. */
export const HISTORY_TABLE = `CREATE TABLE schema_migration (
  position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, checksum TEXT NOT NULL, applied_at TEXT NOT NULL
) STRICT`

/** Both environments have the same structure. */
const ENVIRONMENT_MIGRATIONS: readonly Migration[] = [
  environmentCards,
  environmentCardSearch,
  environmentRecords,
  audit,
  environmentWebhooks,
  environmentBulk,
  environmentDeliveryByCard,
  environmentProvider,
  environmentPush,
  environmentOverview,
  environmentSearchPages,
  environmentStatusOrder,
  environmentMissingCards,
  environmentRunFailure,
  environmentLongBodies,
  environmentOwnFields,
  environmentKeptAnswers,
  environmentSearchFill,
  environmentWitness,
  environmentLostReference,
  environmentRefusedRows,
  environmentJobLease,
  environmentCluster,
  auditChains,
  environmentRunClaims,
  environmentCardReason,
  environmentHolders,
  environmentCardReplaces,
  auditFilters,
  environmentPlannedChange,
  environmentEarlierPlan,
  environmentBulkOwnFields,
]

/** What the migrations below create, so that a start need not run them to compare (a test computes them). */
const CONTROL_DIGEST = '32ed4d0930228208b2e31b2479c947f8'
const ENVIRONMENT_DIGEST = '9e4d1cea2a9e6452079aef89bca7cc46'

/** The three files, each with its own SQLite `application_id`, so that none is mistaken for another. */
export const DATABASE_KINDS = {
  control: {
    fileName: 'control.sqlite',
    applicationId: 0x46_43_44_01,
    migrations: [
      controlAccess,
      audit,
      controlDesk,
      controlRequests,
      controlKeyLifetime,
      controlIgnored,
      controlWitness,
      controlPeople,
      controlSignIn,
      controlAlerts,
      controlApprovals,
      controlAuthorizationServer,
      controlPersonTheme,
      controlCluster,
      auditChains,
      controlSharedState,
      auditFilters,
      controlRefusals,
    ],
    schemaDigest: CONTROL_DIGEST,
  },
  sandbox: {
    fileName: 'sandbox.sqlite',
    applicationId: 0x46_43_44_02,
    migrations: ENVIRONMENT_MIGRATIONS,
    schemaDigest: ENVIRONMENT_DIGEST,
  },
  production: {
    fileName: 'production.sqlite',
    applicationId: 0x46_43_44_03,
    migrations: ENVIRONMENT_MIGRATIONS,
    schemaDigest: ENVIRONMENT_DIGEST,
  },
} as const satisfies Record<string, Kind>

interface Kind {
  fileName: string
  applicationId: number
  migrations: readonly Migration[]
  schemaDigest: string
}

export type DatabaseKind = keyof typeof DATABASE_KINDS
