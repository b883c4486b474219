import { access } from './en/access.ts'
import { activity } from './en/activity.ts'
import { alerts } from './en/alerts.ts'
import { apps } from './en/apps.ts'
import { approvals } from './en/approvals.ts'
import { services } from './en/services.ts'
import { bulk } from './en/bulk.ts'
import { card } from './en/card.ts'
import { cards } from './en/cards.ts'
import { changes } from './en/changes.ts'
import { confirm } from './en/confirm.ts'
import { connect } from './en/connect.ts'
import { errors } from './en/errors.ts'
import { overview } from './en/overview.ts'
import { hold } from './en/hold.ts'
import { palette } from './en/palette.ts'
import { people } from './en/people.ts'
import { settings } from './en/settings.ts'
import { files } from './en/files.ts'
import { server } from './en/server.ts'
import { requests } from './en/requests.ts'
import { problems } from './en/problems.ts'
import { provider } from './en/provider.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'
import { sync } from './en/sync.ts'
import { webhookSandbox } from './en/webhook-sandbox.ts'
import { webhook } from './en/webhook.ts'

/**
 * English, the table that every other language follows. `{{name}}` is filled in; a key that ends in `_one` or
 * `_other` is chosen by number.
 */
export const en = {
  ...files,
  ...shell,
  ...signIn,
  ...palette,
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
  ...connect,
  ...sync,
  ...provider,
  ...errors,
  ...problems,
} as const satisfies Record<string, string>
