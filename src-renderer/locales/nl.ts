import { access } from './nl/access.ts'
import { activity } from './nl/activity.ts'
import { bulk } from './nl/bulk.ts'
import { card } from './nl/card.ts'
import { cards } from './nl/cards.ts'
import { errors } from './nl/errors.ts'
import { overview } from './nl/overview.ts'
import { hold } from './nl/hold.ts'
import { settings } from './nl/settings.ts'
import { files } from './nl/files.ts'
import { shell } from './nl/shell.ts'
import { sync } from './nl/sync.ts'
import { webhookSandbox } from './nl/webhook-sandbox.ts'
import { webhook } from './nl/webhook.ts'
import type { Messages } from './messages.ts'

/** Dutch. */
export const nl = { ...files, ...shell, ...settings, ...hold, ...overview, ...cards, ...bulk, ...card, ...activity, ...access, ...webhook, ...webhookSandbox, ...sync, ...errors } as const satisfies Messages
