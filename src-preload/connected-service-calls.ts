import { z } from 'zod'
import {
  connectedServicesSchema,
  localWorkSchema,
  serviceNameSchema,
} from '../src-main/domain/desk/connected-services.ts'
import { line } from '../src-main/domain/text.ts'
import { everyone, SELF } from './call-definition.ts'

/** Null on a host that connects to no other service. */
const result = z.object({ services: connectedServicesSchema.nullable() })

/** The services of teams that a desktop app connects to. Its own main process answers, wherever the window looks. */
export const CONNECTED_SERVICE_CALLS = {
  'services.state': everyone(SELF, z.object({}), result),
  /** Opens the browser and waits for the sign-in there; the window then shows the service. */
  'services.connect': everyone(
    SELF,
    z.object({ address: line().trim().min(1).max(2_048), name: serviceNameSchema.optional() }),
    result,
  ),
  /** Waits no longer. */
  'services.cancel': everyone(SELF, z.object({}), result),
  /** Null for this computer. */
  'services.choose': everyone(SELF, z.object({ name: serviceNameSchema.nullable() }), result),
  /** The administrator's service is not offered again. */
  'services.decline': everyone(SELF, z.object({}), result),
  /** What would stop with this computer's own service; null while it does not run. */
  'services.localWork': everyone(SELF, z.object({}), z.object({ work: localWorkSchema.nullable() })),
  /** Only while the window shows another. It stays stopped, at the next start of the app as well. */
  'services.stopLocal': everyone(SELF, z.object({}), result),
  'services.startLocal': everyone(SELF, z.object({}), result),
  /** Signs out of it. */
  'services.forget': everyone(SELF, z.object({ name: serviceNameSchema }), result),
} as const
