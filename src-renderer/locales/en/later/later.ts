import { access } from './access.ts'
import { alerts } from './alerts.ts'
import { apps } from './apps.ts'
import { approvals } from './approvals.ts'
import { changes } from './changes.ts'
import { holders } from './holders.ts'
import { planned } from './planned.ts'
import { palette } from './palette.ts'
import { settings } from './settings.ts'
import { server } from './server.ts'
import { requests } from './requests.ts'
import { webhookSandbox } from './webhook-sandbox.ts'

/** The words of screens and dialogs that are fetched on demand, with them. */
export const later = {
  ...palette,
  ...holders,
  ...requests,
  ...server,
  ...settings,
  ...alerts,
  ...approvals,
  ...access,
  ...apps,
  ...webhookSandbox,
  ...changes,
  ...planned,
} as const satisfies Record<string, string>
