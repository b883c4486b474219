import { DEFAULT_SETTINGS, type Settings } from '../domain/desk/settings.ts'
import type { Engine } from '../engine/engine.ts'

/** The settings of the open engine, or of the one open last. */
export function followSettings(engine: () => Engine | null): () => Settings {
  let known = DEFAULT_SETTINGS
  return () => (known = engine()?.settings.current() ?? known)
}
