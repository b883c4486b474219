import { DEFAULT_SETTINGS, type Settings } from '../domain/desk/settings.ts'
import type { Engine } from '../engine/engine.ts'

/** What the service is set to: as the engine that is open has it, or had it last. */
export function followSettings(engine: () => Engine | null): () => Settings {
  let known = DEFAULT_SETTINGS
  return () => (known = engine()?.settings.current() ?? known)
}
