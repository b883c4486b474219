import type { CallName } from '../../../src-preload/contract.ts'
import { alertHandlers } from './alerts.ts'
import { appHandlers } from './people/apps.ts'
import { approvalHandlers } from './people/approvals.ts'
import { auditHandlers } from './audit.ts'
import { backupHandlers } from './backup.ts'
import { bulkFileHandlers } from './files/bulk-files.ts'
import { bulkHandlers } from './bulk.ts'
import { cardHandlers } from './cards.ts'
import { connectedServiceHandlers } from './connected-services.ts'
import { clockHandlers } from './clock.ts'
import { downloadHandlers } from './files/downloads.ts'
import { fileHandlers } from './files/files.ts'
import type { Handler } from './handler.ts'
import { importHandlers } from './files/imports.ts'
import { holderHandlers } from './holders.ts'
import { inboxHandlers } from './inbox.ts'
import { keyHandlers } from './keys.ts'
import { overviewHandlers } from './overview.ts'
import { peopleHandlers } from './people/people.ts'
import { personalHandlers } from './personal.ts'
import { projectHandlers } from './projects.ts'
import { providerHandlers } from './provider.ts'
import { requestHandlers } from './requests.ts'
import { pushingHandlers } from './pushing.ts'
import { serviceHandlers } from './service.ts'
import { signInHandlers } from './people/sign-in.ts'
import { syncHandlers } from './sync.ts'
import { webhookHandlers } from './webhook.ts'

/** A handler for every call of the contract; the type requires all. */
export const HANDLERS: { [Name in CallName]: Handler<Name> } = {
  ...serviceHandlers,
  ...requestHandlers,
  ...projectHandlers,
  ...keyHandlers,
  ...cardHandlers,
  ...holderHandlers,
  ...bulkHandlers,
  ...bulkFileHandlers,
  ...fileHandlers,
  ...importHandlers,
  ...downloadHandlers,
  ...overviewHandlers,
  ...peopleHandlers,
  ...personalHandlers,
  ...signInHandlers,
  ...webhookHandlers,
  ...providerHandlers,
  ...syncHandlers,
  ...pushingHandlers,
  ...inboxHandlers,
  ...clockHandlers,
  ...connectedServiceHandlers,
  ...alertHandlers,
  ...appHandlers,
  ...approvalHandlers,
  ...auditHandlers,
  ...backupHandlers,
}
