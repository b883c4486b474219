import { z } from 'zod'

/** What the desktop shell is set to. A switch that this system cannot offer is null, and stays so. */
export const desktopStateSchema = z.object({
  /** Opens with the system, in the tray. Null when it runs from source: there is nothing installed to start. */
  startWithSystem: z.boolean().nullable(),
  /** Closing the window leaves service and API running in the tray. Null where there is no tray: closing asks and quits. */
  closeToTray: z.boolean().nullable(),
  notifications: z.boolean().nullable(),
  /** `source`: updated by whoever fetched it. `package`: updates come the way the package came. */
  updates: z.enum(['source', 'package']),
  /**
   * Who protects the data key: the system's key store, nobody (a Linux session without a keyring), or the person who
   * gave it (`FUELCARD_DATA_KEY`, `--key-file`).
   */
  keyProtection: z.enum(['key_store', 'none', 'given']),
})
export type DesktopState = z.infer<typeof desktopStateSchema>

export const desktopChangeSchema = z
  .object({ startWithSystem: z.boolean(), closeToTray: z.boolean(), notifications: z.boolean() })
  .partial()
export type DesktopChange = z.infer<typeof desktopChangeSchema>
