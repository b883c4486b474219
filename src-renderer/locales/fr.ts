import { access } from './fr/later/access.ts'
import { activity } from './fr/activity.ts'
import { alerts } from './fr/later/alerts.ts'
import { apps } from './fr/later/apps.ts'
import { approvals } from './fr/later/approvals.ts'
import { services } from './fr/services.ts'
import { bulk } from './fr/bulk.ts'
import { card } from './fr/card.ts'
import { cards } from './fr/cards.ts'
import { changes } from './fr/later/changes.ts'
import { confirm } from './fr/confirm.ts'
import { connect } from './fr/connect.ts'
import { errors } from './fr/errors.ts'
import { overview } from './fr/overview.ts'
import { hold } from './fr/hold.ts'
import { holders } from './fr/later/holders.ts'
import { palette } from './fr/later/palette.ts'
import { planned } from './fr/later/planned.ts'
import { people } from './fr/people.ts'
import { settings } from './fr/later/settings.ts'
import { files } from './fr/files.ts'
import { server } from './fr/later/server.ts'
import { requests } from './fr/later/requests.ts'
import { problems } from './fr/problems.ts'
import { provider } from './fr/provider.ts'
import { shell } from './fr/shell.ts'
import { signIn } from './fr/sign-in.ts'
import { sync } from './fr/sync.ts'
import { webhookSandbox } from './fr/later/webhook-sandbox.ts'
import { webhook } from './fr/webhook.ts'
import type { Messages } from './messages.ts'

/** French. */
export const fr = {
  ...files,
  ...shell,
  ...signIn,
  ...palette,
  ...holders,
  ...requests,
  ...server,
  ...settings,
  ...alerts,
  ...approvals,
  ...hold,
  ...overview,
  ...cards,
  ...confirm,
  ...bulk,
  ...card,
  ...activity,
  ...people,
  ...access,
  ...services,
  ...apps,
  ...webhook,
  ...webhookSandbox,
  ...changes,
  ...planned,
  ...connect,
  ...sync,
  ...provider,
  ...errors,
  ...problems,
} as const satisfies Messages
