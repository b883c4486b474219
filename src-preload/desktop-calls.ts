import { z } from 'zod'
import { desktopChangeSchema, desktopStateSchema } from '../src-main/domain/desk/desktop.ts'
import { everyone } from './call-definition.ts'

/** Null on a host without a window of its own. */
const answer = z.object({ desktop: desktopStateSchema.nullable() })

/** What only the desktop shell has. The other host answers `{desktop: null}` to both. */
export const DESKTOP_CALLS = {
  'desktop.get': everyone(z.object({}), answer),
  'desktop.update': everyone(desktopChangeSchema, answer),
} as const
