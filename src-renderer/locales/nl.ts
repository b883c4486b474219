import { access } from './nl/later/access.ts'
import { activity } from './nl/activity.ts'
import { alerts } from './nl/later/alerts.ts'
import { apps } from './nl/later/apps.ts'
import { approvals } from './nl/later/approvals.ts'
import { services } from './nl/services.ts'
import { bulk } from './nl/bulk.ts'
import { card } from './nl/card.ts'
import { cards } from './nl/cards.ts'
import { changes } from './nl/later/changes.ts'
import { confirm } from './nl/confirm.ts'
import { connect } from './nl/connect.ts'
import { errors } from './nl/errors.ts'
import { overview } from './nl/overview.ts'
import { hold } from './nl/hold.ts'
import { holders } from './nl/later/holders.ts'
import { palette } from './nl/later/palette.ts'
import { planned } from './nl/later/planned.ts'
import { people } from './nl/people.ts'
import { settings } from './nl/later/settings.ts'
import { files } from './nl/files.ts'
import { server } from './nl/later/server.ts'
import { requests } from './nl/later/requests.ts'
import { problems } from './nl/problems.ts'
import { provider } from './nl/provider.ts'
import { shell } from './nl/shell.ts'
import { signIn } from './nl/sign-in.ts'
import { sync } from './nl/sync.ts'
import { webhookSandbox } from './nl/later/webhook-sandbox.ts'
import { webhook } from './nl/webhook.ts'
import type { Messages } from './messages.ts'

/** Dutch. */
export const nl = {
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
