import { chooseKeySource, eitherKeySource, folderSource } from '../bridge/data-key-sources.ts'
import type { HostKeySource } from '../bridge/engine-holder.ts'
import { keyFolder } from '../bridge/locations.ts'
import type { DesktopState } from '../domain/desk/desktop.ts'
import { hasKeyStore, safeStorageKey } from './safe-storage-key.ts'

export interface DesktopKey {
  source: HostKeySource
  protection: DesktopState['keyProtection']
}

/**
 * The data key's source, the most explicit first. Also finds a key that the headless host made for this
 * folder; if the system has no key store, both hosts keep it in the same folder.
 *
 * @param formerFolder where earlier builds kept the sealed key: on macOS that is the data folder
 */
export function chooseDesktopKey(formerFolder: string, keyFile: string | null): DesktopKey {
  const variable = process.env['FUELCARD_DATA_KEY']
  const given = keyFile !== null || (variable !== undefined && variable !== '')
  const plain = folderSource(keyFolder())
  const sealed = () => eitherKeySource(safeStorageKey(keyFolder()), safeStorageKey(formerFolder))
  const own = hasKeyStore() ? eitherKeySource(sealed(), plain) : plain
  return {
    source: chooseKeySource({ variable, keyFile: keyFile ?? undefined, otherwise: own }),
    protection: given ? 'given' : hasKeyStore() ? 'key_store' : 'none',
  }
}
