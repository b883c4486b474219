import { access } from './fr/access.ts'
import { activity } from './fr/activity.ts'
import { card } from './fr/card.ts'
import { cards } from './fr/cards.ts'
import { errors } from './fr/errors.ts'
import { shell } from './fr/shell.ts'
import type { Messages } from './messages.ts'

/** French. */
export const fr = { ...shell, ...cards, ...card, ...activity, ...access, ...errors } as const satisfies Messages
