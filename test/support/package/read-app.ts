import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { extractFile, listPackage, statFile } from '@electron/asar'

/** A file of the assembled app. */
export interface AppFile {
  /** Relative to the app's folder, with `/`. */
  path: string
  bytes: number
  /** Next to the archive, not in it. */
  unpacked: boolean
  read(): Buffer
}

/** All files in an app's archive and next to it. */
export function filesOfApp(resources: string): AppFile[] {
  const archive = join(resources, 'app.asar')
  return listPackage(archive, { isPack: false })
    .map((path) => path.slice(1))
    .flatMap((path) => {
      const found = statFile(archive, path, false)
      if (!('size' in found)) return []
      return [{ path, bytes: found.size, unpacked: found.unpacked === true, read: () => extractFile(archive, path) }]
    })
}

/** Paths of all files below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => relative(folder, join(folder, name)))
    .toSorted()
}
