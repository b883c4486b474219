import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { removeSampleApp, setFuses } from './hooks.ts'
import type { IconFiles } from './icons.ts'
import { newestNotes } from './release-notes.ts'

export interface Made {
  icons: IconFiles
  /** The licences of all that is shipped. */
  licences: string
  /** As Debian has it. */
  changelog: string
}

export type System = 'linux' | 'win' | 'mac'

export interface PackagingOptions {
  root: string
  system: System
  /** Where packages go. */
  output: string
  made: Made
  environment: Readonly<Record<string, string | undefined>>
}

/** The scheme of links into the app (`src-main/desktop/window/deep-link.ts`). */
const SCHEME = 'fuelcard-desk'
const SYNOPSIS = "Manages a fleet's physical fuel cards"

/** What electron-builder is told. Credentials and the update feed come from the environment alone. */
export function packageConfiguration({ root, system, output, made, environment }: PackagingOptions): Configuration {
  const feed = valueIn(environment, 'FUELCARD_DESK_FEED')
  const here = join(root, 'resources/package')
  const copyright = `${join(here, 'linux/copyright')}=/usr/share/doc/fuelcard-desk/copyright`
  return {
    appId: 'com.fuelcard-desk.app',
    productName: 'Fuelcard Desk',
    directories: { output, buildResources: here },
    // The addon has no ABI of one version (Node-API), and its prebuilt files are in the package.
    npmRebuild: false,
    files: [
      'package.json',
      'out/main/*.js',
      'out/main/reference/*',
      'out/preload/*.cjs',
      'out/renderer/**',
      'resources/icons/*.png',
      '!**/*.{map,md,ts,mts,cts}',
      ...[...UNUSED_IN_MODULES, otherPrebuilt(system)].map((pattern) => `!node_modules/${pattern}`),
    ],
    asarUnpack: ['node_modules/better-sqlite3/**', 'package.json', ...filesOfThreads(join(root, 'out/main'))],
    extraResources: [{ from: made.licences, to: 'licences.txt' }],
    electronLanguages: ['en', 'en-US', 'en-GB', 'en_GB', 'de', 'fr', 'nl'],
    afterExtract: removeSampleApp,
    afterPack: setFuses,
    protocols: [{ name: 'Fuelcard Desk', schemes: [SCHEME] }],
    publish: feed === null ? null : [{ provider: 'generic', url: feed }],
    releaseInfo: { releaseNotes: newestNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) },
    artifactName: 'fuelcard-desk-${version}-${os}-${arch}.${ext}',
    linux: {
      target: ['AppImage', 'deb', 'rpm'],
      executableName: 'fuelcard-desk',
      icon: made.icons.linuxFolder,
      category: 'Office',
      synopsis: SYNOPSIS,
      syncDesktopName: true,
      maintainer: maintainerIn(environment),
      desktop: {
        entry: {
          GenericName: 'Fuel cards',
          'GenericName[de]': 'Tankkarten',
          'GenericName[fr]': 'Cartes carburant',
          'GenericName[nl]': 'Tankpassen',
          Keywords: 'fuel;card;fleet;driver;plate;',
        },
      },
    },
    // Its runtime needs no FUSE 2, which newer systems lack.
    toolsets: { appimage: '1.0.3' },
    // An update keeps the name, and so what starts the file: the start with the system, and a person's shortcuts.
    appImage: { artifactName: 'fuelcard-desk-${arch}.${ext}' },
    deb: {
      artifactName: 'fuelcard-desk_${version}_${arch}.${ext}',
      depends: DEBIAN_LIBRARIES,
      recommends: ['libayatana-appindicator3-1', 'gnome-keyring | kwalletmanager'],
      packageCategory: 'misc',
      fpm: [
        copyright,
        '--deb-changelog',
        made.changelog,
        `${join(here, 'linux/lintian-overrides')}=/usr/share/lintian/overrides/fuelcard-desk`,
      ],
    },
    rpm: {
      artifactName: 'fuelcard-desk-${version}.${arch}.${ext}',
      packageCategory: 'Applications/Productivity',
      fpm: [copyright],
    },
    win: {
      target: ['nsis'],
      icon: made.icons.windows,
      extraFiles: [{ from: join(here, 'windows/fuelcard-desk.cmd'), to: 'bin/fuelcard-desk.cmd' }],
    },
    nsis: {
      // A wizard asks for whom; silently it installs for the person, and with /allusers for the machine.
      oneClick: false,
      // One for each architecture: half the download.
      buildUniversalInstaller: false,
      perMachine: false,
      allowElevation: true,
      allowToChangeInstallationDirectory: false,
      // The data folder is the fleet's: uninstalling never takes it along.
      deleteAppDataOnUninstall: false,
      include: join(here, 'windows/installer.nsh'),
    },
    mac: {
      // The zip is what the updater installs.
      target: ['dmg', 'zip'],
      icon: made.icons.mac,
      category: 'public.app-category.business',
      hardenedRuntime: true,
      entitlements: join(here, 'mac/entitlements.plist'),
      entitlementsInherit: join(here, 'mac/entitlements.plist'),
      notarize: canNotarise(environment),
      darkModeSupport: true,
      // Both halves carry the addons of both.
      x64ArchFiles: '**/better-sqlite3/prebuilds/*.node',
    },
  }
}

/** A variable; null if it is empty, as CI leaves what a repository does not set. */
export function valueIn(environment: PackagingOptions['environment'], name: string): string | null {
  const value = environment[name] ?? ''
  return value === '' ? null : value
}

/** Who answers for the packages: the company that makes them. */
export function maintainerIn(environment: PackagingOptions['environment']): string {
  return valueIn(environment, 'FUELCARD_DESK_MAINTAINER') ?? 'Fuelcard Desk <packages@fuelcard-desk.example>'
}

/** Debian renamed some of these for 64-bit times; either name serves. */
const DEBIAN_LIBRARIES = [
  'libasound2t64 | libasound2',
  'libatspi2.0-0t64 | libatspi2.0-0',
  'libc6',
  'libgbm1',
  'libgtk-3-0t64 | libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'libuuid1',
  'libxss1',
  'libxtst6',
  'xdg-utils',
]

/** Sources, tests and documents of the packages that stay outside the bundle, and what only their build needs. */
const UNUSED_IN_MODULES = [
  'node-addon-api/**',
  'better-sqlite3/{deps,src}/**',
  'better-sqlite3/binding.gyp',
  '{*,@*/*}/.*',
  '{*,@*/*}/{test,tests,doc,docs,examples,fixtures,benchmarks,scripts,build,types}/**',
  '{*,@*/*}/{test,bench,benchmark,check,example,bin,browser,eslint.config}.js',
  '{*,@*/*}/{tsconfig.json,favicon.ico,index.html,CNAME,*.sh}',
]

/** Every addon but the target's; a universal app runs on either of its two. */
function otherPrebuilt(system: System): string {
  // electron-builder's own `${platform}` is the system that packs.
  const wanted = { linux: 'linux-${arch}', win: 'win32-${arch}', mac: 'darwin-*' }
  return `better-sqlite3/prebuilds/!(${wanted[system]}).node`
}

/**
 * The built files that threads run: they start outside the archive (`src-main/database/thread.ts`), with all that they
 * import.
 *
 * @param folder the built main process
 */
function filesOfThreads(folder: string): string[] {
  const found = new Set(readdirSync(folder).filter((name) => name.endsWith('-worker.js')))
  // A set that grows while it is walked yields what is added, too.
  for (const name of found)
    for (const [, imported = ''] of readFileSync(join(folder, name), 'utf8').matchAll(/["']\.\/([\w-]+\.js)["']/g))
      found.add(imported)
  return [...found].toSorted().map((name) => `out/main/${name}`)
}

/** The three ways in which electron-builder takes credentials for Apple's notary service. */
export function canNotarise(environment: Readonly<Record<string, string | undefined>>): boolean {
  const has = (...names: string[]) => names.every((name) => valueIn(environment, name) !== null)
  return (
    has('APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER') ||
    has('APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID') ||
    has('APPLE_KEYCHAIN_PROFILE')
  )
}
