import type { Settings } from '../domain/desk/settings.ts'
import type { Engine } from '../engine/engine.ts'
import { settingsOfFolder } from '../engine/open-stores.ts'

/** The settings of the open engine, or of the one open last; before that, those that the folder has. */
export function followSettings(engine: () => Engine | null, dataDir: string): () => Settings {
  let known = settingsOfFolder(dataDir)
  return () => (known = engine()?.settings.current() ?? known)
}
