import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import type { AfterPackContext, LinuxPackager } from 'electron-builder'

/**
 * The fuses of Electron's program (docs/security.md); a fuse that a newer Electron adds fails the packaging until it is
 * decided.
 */
const FUSES = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // V8's own default: it turns out-of-bounds accesses of WebAssembly into exceptions.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const

type Assembled = Pick<AfterPackContext, 'appOutDir' | 'electronPlatformName' | 'packager'>

/** Before signing, because a changed program voids its signature. */
export async function setFuses(assembled: Assembled): Promise<void> {
  await flipFuses(programIn(assembled), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Without any signature a changed program does not start on Apple silicon; a real one follows where there is a
    // certificate.
    resetAdHocDarwinSignature: assembled.electronPlatformName === 'darwin',
    ...FUSES,
  })
}

/** A local copy of Electron brings its sample app along. */
export async function removeSampleApp({ appOutDir, electronPlatformName }: Assembled): Promise<void> {
  const resources = electronPlatformName === 'darwin' ? 'Electron.app/Contents/Resources' : 'resources'
  await rm(join(appOutDir, resources, 'default_app.asar'), { force: true })
}

function programIn({ appOutDir, electronPlatformName, packager }: Assembled): string {
  const { productFilename } = packager.appInfo
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`)
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`)
  return join(appOutDir, (packager as LinuxPackager).executableName)
}
