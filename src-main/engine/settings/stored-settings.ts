import {
  applySettings,
  DEFAULT_SETTINGS,
  settingsChangeSchema,
  type Settings,
  type SettingsChange,
} from '../../domain/desk/settings.ts'
import type { Session } from '../../database/store.ts'
import { peek } from '../../database/sqlite/peek.ts'
import { queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'
import { readSetting, writeSetting, type ControlTransaction } from '../kernel/control-core.ts'

/** Holds only settings that were ever changed, so that defaults can evolve. */
const STORED = 'settings'

export async function readStored(control: Session<ControlSchema>): Promise<SettingsChange> {
  return parse(await readSetting(control, STORED))
}

export async function writeStored(
  transaction: ControlTransaction,
  earlier: SettingsChange,
  change: SettingsChange,
): Promise<void> {
  const { api, rateLimits, backup, ...rest } = change
  const merged: SettingsChange = {
    ...earlier,
    ...rest,
    ...(api === undefined ? {} : { api: { ...earlier.api, ...api } }),
    ...(rateLimits === undefined ? {} : { rateLimits: { ...earlier.rateLimits, ...rateLimits } }),
    ...(backup === undefined ? {} : { backup: { ...earlier.backup, ...backup } }),
  }
  await writeSetting(transaction, STORED, JSON.stringify(merged))
}

/**
 * The settings of a folder whose engine is not open yet, for a host that must know its port beforehand. Falls back to
 * the defaults if the file cannot be read: opening the engine then reports why.
 *
 * @param controlFile the path of `control.sqlite`
 */
export function peekSettings(controlFile: string): Settings {
  const query = queryBuilder<ControlSchema>().selectFrom('setting').select('value').where('name', '=', STORED)
  try {
    const [row] = peek(controlFile, query)
    return applySettings(DEFAULT_SETTINGS, parse(row?.value ?? null))
  } catch {
    return DEFAULT_SETTINGS
  }
}

/** Ignores stored settings that this version does not know. */
function parse(text: string | null): SettingsChange {
  const stored = text === null ? {} : (JSON.parse(text) as Record<string, unknown>)
  const parts = Object.entries(stored).flatMap(([name, value]) => {
    const part = settingsChangeSchema.safeParse({ [name]: value })
    return part.success ? [part.data] : []
  })
  return Object.assign({}, ...parts) as SettingsChange
}
