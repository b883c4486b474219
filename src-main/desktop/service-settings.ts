import { DEFAULT_SETTINGS, type Settings } from '../domain/settings.ts'
import type { Engine } from '../engine/engine.ts'

/** What the service is set to: as the engine that is open has it, or had it last. */
export function followSettings(engine: () => Engine | null): () => Settings {
  let known = DEFAULT_SETTINGS
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
  return () => (known = (engine() as (Engine & { settings?: { current(): Settings } }) | null)?.settings?.current() ?? known)
}
