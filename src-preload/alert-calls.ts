import { z } from 'zod'
import { alertChoicesSchema } from '../src-main/domain/alerts/alert.ts'
import { mailServerInputSchema, mailServerSchema, mailTestSchema } from '../src-main/domain/alerts/mail-server.ts'
import { ADMINISTRATOR, everyone, SELF } from './call-definition.ts'

const nothing = z.object({})
/** `isSet`: whether there is a server that sends them. */
const choices = z.object({ choices: alertChoicesSchema, email: z.string().nullable(), isSet: z.boolean() })

/** Alerts by e-mail. */
export const ALERT_CALLS = {
  'alerts.get': everyone(SELF, nothing, choices),
  'alerts.choose': everyone(SELF, alertChoicesSchema.partial(), choices),

  /** Null while there is none. */
  'mail.get': everyone(ADMINISTRATOR, nothing, z.object({ server: mailServerSchema.nullable() })),
  'mail.set': everyone(ADMINISTRATOR, mailServerInputSchema, mailServerSchema),
  'mail.remove': everyone(ADMINISTRATOR, nothing, nothing),
  /** Sends a test to the caller's own address, through a server before it is stored, or the stored one. */
  'mail.test': everyone(ADMINISTRATOR, z.object({ server: mailServerInputSchema.optional() }), mailTestSchema),
} as const
