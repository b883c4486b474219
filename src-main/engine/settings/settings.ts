import { isDeepStrictEqual } from 'node:util'
import {
  applySettings,
  DEFAULT_SETTINGS,
  settingsByPath,
  type Settings,
  type SettingsChange,
} from '../../domain/desk/settings.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlCore } from '../kernel/control-core.ts'
import { silentLogger, type Logger } from '../kernel/ports.ts'
import { auditedValue, checkedChange } from './settings-change.ts'
import { readStored, writeStored } from './stored-settings.ts'

interface SettingsView {
  settings: Settings
  /** The paths of settings given for this run; stored values apply again when a run starts without them. */
  fixed: string[]
}

/** The service's settings. */
export interface ServiceSettings {
  /**
   * The settings in effect: given for this run, else stored, else the default. Cheap enough to call for every request.
   */
  current(): Settings
  view(): SettingsView
  /** @throws ServiceError `error.validation` naming the setting */
  update(change: SettingsChange, context: ChangeContext): Promise<SettingsView>
  /** Calls the listener as soon as the settings in effect have changed; returns how to stop. */
  onChange(listener: (settings: Settings) => void): () => void
}

/** @param fixed the settings given to the host for this run */
export async function createSettings(
  core: ControlCore,
  fixed: SettingsChange,
  logger: Logger = silentLogger,
): Promise<ServiceSettings> {
  const listeners = new Set<(settings: Settings) => void>()
  const read = async () => applySettings(applySettings(DEFAULT_SETTINGS, await readStored(core.database)), fixed)
  let current = await read()
  let reading: Promise<unknown> = Promise.resolve()
  const refreshAfter = async (earlier: Promise<unknown>): Promise<void> => {
    await earlier
    const next = await read()
    if (isDeepStrictEqual(next, current)) return
    current = next
    for (const listener of listeners) listener(current)
  }
  /** Reads the settings after every earlier read, so that no older answer replaces a newer one. */
  const refresh = (): Promise<void> => {
    const refreshed = refreshAfter(reading)
    reading = refreshed.catch(() => {})
    return refreshed
  }
  // Another instance may have changed them.
  core.database.onChanges((notes) => {
    if (notes.some((note) => note.about === 'event' && note.event.name === 'settings.changed'))
      refresh().catch((error: unknown) =>
        logger.log('error', 'changed settings were not read', { error: String(error) }),
      )
  })
  const view = () => ({ settings: current, fixed: [...settingsByPath(fixed).keys()] })
  return {
    current: () => current,
    view,
    update: async (change, context) => {
      const checked = checkedChange(change)
      await core.database.write(async (transaction) => {
        const stored = await readStored(transaction)
        const before = settingsByPath(applySettings(DEFAULT_SETTINGS, stored))
        const differing = [...settingsByPath(checked)].filter(
          ([path, value]) => JSON.stringify(before.get(path)) !== JSON.stringify(value),
        )
        if (differing.length === 0) return undefined
        await writeStored(transaction, stored, checked)
        core.audit.append(transaction, context, {
          action: 'settings.update',
          target: { type: 'settings', id: null },
          projectId: null,
          before: Object.fromEntries(differing.map(([path]) => [path, auditedValue(path, before.get(path))])),
          after: Object.fromEntries(differing.map(([path, value]) => [path, auditedValue(path, value)])),
        })
        transaction.note({ about: 'event', event: { name: 'settings.changed', data: {} } })
        return undefined
      })
      await refresh()
      return view()
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
