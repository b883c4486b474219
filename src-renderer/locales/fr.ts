import { access } from './fr/access.ts'
import { activity } from './fr/activity.ts'
import { bulk } from './fr/bulk.ts'
import { card } from './fr/card.ts'
import { cards } from './fr/cards.ts'
import { errors } from './fr/errors.ts'
import { overview } from './fr/overview.ts'
import { hold } from './fr/hold.ts'
import { settings } from './fr/settings.ts'
import { files } from './fr/files.ts'
import { shell } from './fr/shell.ts'
import { sync } from './fr/sync.ts'
import { webhookSandbox } from './fr/webhook-sandbox.ts'
import { webhook } from './fr/webhook.ts'
import type { Messages } from './messages.ts'

/** French. */
export const fr = { ...files, ...shell, ...settings, ...hold, ...overview, ...cards, ...bulk, ...card, ...activity, ...access, ...webhook, ...webhookSandbox, ...sync, ...errors } as const satisfies Messages
