import {
  applySettings,
  DEFAULT_SETTINGS,
  settingsByPath,
  type Settings,
  type SettingsChange,
} from '../../domain/desk/settings.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlCore } from '../kernel/control-core.ts'
import { auditedValue, checkedChange } from './settings-change.ts'
import { readStored, writeStored } from './stored-settings.ts'

interface SettingsView {
  settings: Settings
  /** The paths of what this run was started with: for those, what is stored holds from another start. */
  fixed: string[]
}

/** What the service is set to (decisions, section 1, *Settings*). */
export interface ServiceSettings {
  /**
   * What holds now: what this run was started with, else what is stored, else the default. Cheap enough for each
   * request.
   */
  current(): Settings
  view(): SettingsView
  /** @throws ServiceError `error.validation` naming the setting */
  update(change: SettingsChange, context: ChangeContext): Promise<SettingsView>
  /** Told at once when something else holds; returns how to end that. */
  onChange(listener: (settings: Settings) => void): () => void
}

/** @param fixed the settings given to the host for this run */
export async function createSettings(core: ControlCore, fixed: SettingsChange): Promise<ServiceSettings> {
  const listeners = new Set<(settings: Settings) => void>()
  const read = async () => applySettings(applySettings(DEFAULT_SETTINGS, await readStored(core.database)), fixed)
  let current = await read()
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
      current = await read()
      for (const listener of listeners) listener(current)
      return view()
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
