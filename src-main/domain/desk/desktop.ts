import { z } from 'zod'

/** The settings of the desktop shell. A switch that this system cannot offer stays null. */
export const desktopStateSchema = z.object({
  /** Opens with the system, in the tray. Null when run from source, because nothing is installed to start. */
  startWithSystem: z.boolean().nullable(),
  /** Closing the window keeps service and API running in the tray. Null without a tray: closing asks, then quits. */
  closeToTray: z.boolean().nullable(),
  notifications: z.boolean().nullable(),
  /**
   * `source`: update it the way it was fetched. `package`: updates come the way the package came. `feed`: the app
   * fetches them itself. `off`: the administrator of this computer has turned that off.
   */
  updates: z.enum(['source', 'package', 'feed', 'off']),
  /** A newer version of the feed; a `ready` one is installed when the app ends. */
  update: z.object({ version: z.string(), notes: z.string(), state: z.enum(['downloading', 'ready']) }).nullable(),
  /**
   * What protects the data key: the system's key store, nothing (a Linux session without a keyring), or the person who
   * supplied it (`FUELCARD_DATA_KEY`, `--key-file`).
   */
  keyProtection: z.enum(['key_store', 'none', 'given']),
})
export type DesktopState = z.infer<typeof desktopStateSchema>

export const desktopChangeSchema = z
  .object({ startWithSystem: z.boolean(), closeToTray: z.boolean(), notifications: z.boolean() })
  .partial()
export type DesktopChange = z.infer<typeof desktopChangeSchema>
