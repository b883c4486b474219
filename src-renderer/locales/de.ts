import { access } from './de/later/access.ts'
import { activity } from './de/activity.ts'
import { alerts } from './de/later/alerts.ts'
import { apps } from './de/later/apps.ts'
import { approvals } from './de/later/approvals.ts'
import { services } from './de/services.ts'
import { bulk } from './de/bulk.ts'
import { card } from './de/card.ts'
import { cards } from './de/cards.ts'
import { changes } from './de/later/changes.ts'
import { confirm } from './de/confirm.ts'
import { connect } from './de/connect.ts'
import { errors } from './de/errors.ts'
import { overview } from './de/overview.ts'
import { hold } from './de/hold.ts'
import { holders } from './de/later/holders.ts'
import { palette } from './de/later/palette.ts'
import { planned } from './de/later/planned.ts'
import { people } from './de/people.ts'
import { settings } from './de/later/settings.ts'
import { files } from './de/files.ts'
import { server } from './de/later/server.ts'
import { requests } from './de/later/requests.ts'
import { problems } from './de/problems.ts'
import { provider } from './de/provider.ts'
import { shell } from './de/shell.ts'
import { signIn } from './de/sign-in.ts'
import { sync } from './de/sync.ts'
import { webhookSandbox } from './de/later/webhook-sandbox.ts'
import { webhook } from './de/webhook.ts'
import type { Messages } from './messages.ts'

/** German. */
export const de = {
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
