import { access } from './de/access.ts'
import { activity } from './de/activity.ts'
import { bulk } from './de/bulk.ts'
import { card } from './de/card.ts'
import { cards } from './de/cards.ts'
import { errors } from './de/errors.ts'
import { overview } from './de/overview.ts'
import { hold } from './de/hold.ts'
import { settings } from './de/settings.ts'
import { files } from './de/files.ts'
import { shell } from './de/shell.ts'
import { sync } from './de/sync.ts'
import { webhookSandbox } from './de/webhook-sandbox.ts'
import { webhook } from './de/webhook.ts'
import type { Messages } from './messages.ts'

/** German. */
export const de = { ...files, ...shell, ...settings, ...hold, ...overview, ...cards, ...bulk, ...card, ...activity, ...access, ...webhook, ...webhookSandbox, ...sync, ...errors } as const satisfies Messages
