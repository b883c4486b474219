import { z } from 'zod'
import {
  askingAppSchema,
  askingDeviceSchema,
  authorizationRequestSchema,
  userCodeSchema,
} from '../src-main/domain/people/connected-app.ts'
import { everyone, SELF } from './call-definition.ts'

const byCode = z.object({ userCode: userCodeSchema })

/** A person's consent to an app that asks to be connected: only in the page, where they have signed in themselves. */
export const APP_CALLS = {
  /** The desktop app that opened the browser. */
  'apps.look': everyone(SELF, authorizationRequestSchema, askingAppSchema),
  /** The result is where the browser goes: back to the app. */
  'apps.decide': everyone(
    SELF,
    z.object({ request: authorizationRequestSchema, approved: z.boolean() }),
    z.object({ redirectTo: z.string() }),
  ),
  /** The device that shows this code. */
  'apps.lookDevice': everyone(SELF, byCode, askingDeviceSchema),
  'apps.decideDevice': everyone(SELF, byCode.extend({ approved: z.boolean() }), z.object({})),
} as const
