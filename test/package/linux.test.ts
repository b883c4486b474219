import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { extractAll } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandIn } from '../../src-main/desktop/command-words.ts'
import { createHome } from '../support/program.ts'
import { openWorkshop, RUNTIME } from '../support/package/make-packages.ts'
import { filesBelow, filesOfApp, type AppFile } from '../support/package/read-app.ts'

const ROOT = join(import.meta.dirname, '../..')
const isInstalled = (program: string) => existsSync(join('/usr/bin', program))
const TOOLS = { deb: ['dpkg-deb'], rpm: ['rpmbuild'], AppImage: ['mksquashfs', 'unsquashfs', 'desktop-file-validate'] }
const targets = Object.entries(TOOLS).flatMap(([target, tools]) => (tools.every(isInstalled) ? [target] : []))
const ARCH = process.arch === 'arm64' ? 'arm64' : 'x64'

// What stands in for Electron has no program in it: the packages are whole but for that, and are read back, not
// started.
describe.runIf(process.platform === 'linux')('a package for Linux', () => {
  const workshop = openWorkshop('linux')
  const unpacked = join(workshop.folder, 'dist', ARCH === 'x64' ? 'linux-unpacked' : 'linux-arm64-unpacked')
  const resources = join(unpacked, 'resources')
  let said = ''
  let files: AppFile[] = []

  beforeAll(async () => {
    const environment = { FUELCARD_DESK_FEED: 'https://updates.example/desk/' }
    said = await workshop.make(targets.length === 0 ? ['--dir'] : targets, environment)
    files = filesOfApp(resources)
  })
  afterAll(() => rmSync(workshop.folder, { recursive: true, force: true }))

  it('is made after saying where Electron comes from', () => {
    expect(said.indexOf('ELECTRON_OVERRIDE_DIST_PATH')).toBeGreaterThan(-1)
    expect(said.indexOf('ELECTRON_OVERRIDE_DIST_PATH')).toBeLessThan(said.indexOf('packaging'))
  })

  it('holds the built programs, the page, icons and the few packages they load, and nothing else', () => {
    const places = new Set(
      files.map(({ path }) =>
        path
          .split('/')
          .slice(0, path.startsWith('node') ? 2 : 1)
          .join('/'),
      ),
    )
    expect([...places].toSorted()).toEqual([
      'node_modules/@pinojs',
      'node_modules/atomic-sleep',
      'node_modules/better-sqlite3',
      'node_modules/on-exit-leak-free',
      'node_modules/pino',
      'node_modules/pino-abstract-transport',
      'node_modules/pino-std-serializers',
      'node_modules/process-warning',
      'node_modules/quick-format-unescaped',
      'node_modules/real-require',
      'node_modules/safe-stable-stringify',
      'node_modules/sonic-boom',
      'node_modules/split2',
      'node_modules/thread-stream',
      'node_modules/undici',
      'out',
      'package.json',
      'resources',
    ])
    const own = files.map(({ path }) => path).filter((path) => !path.startsWith('node_modules/'))
    expect(
      own.filter(
        (path) => !/^(package\.json|out\/(main|preload|renderer)\/|resources\/icons\/[\w@-]+\.png$)/.test(path),
      ),
    ).toEqual([])
    expect(own).toEqual(
      expect.arrayContaining([
        'out/main/desktop.js',
        'out/main/cli.js',
        'out/preload/index.cjs',
        'out/renderer/index.html',
      ]),
    )
    const unwanted = /\.map$|\.ts$|\.md$|(^|\/)(tests?|docs|examples|bench(marks?)?)(\/|\.js$)|\.node-gyp|\.env/
    expect(files.filter(({ path }) => unwanted.test(path)).map(({ path }) => path)).toEqual([])
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(17_500_000)
  })

  it('has the addon of its own system alone, beside the archive, with all that threads load', () => {
    const beside = files.filter(({ unpacked: is }) => is).map(({ path }) => path)
    expect(beside.filter((path) => path.endsWith('.node'))).toEqual([
      `node_modules/better-sqlite3/prebuilds/linux-${ARCH}.node`,
    ])
    expect(beside).toEqual(
      expect.arrayContaining(['package.json', 'out/main/reader-worker.js', 'out/main/check-worker.js']),
    )
    // Files in the archive are protected by its integrity: what need not lie outside does not.
    expect(beside).not.toContain('out/main/desktop.js')
    expect(beside).not.toContain('out/main/cli.js')
  })

  it('lets every thread find all that it imports beside the archive', () => {
    const code = files.filter(({ unpacked, path }) => unpacked && path.startsWith('out/main/'))
    const beside = new Set(code.map(({ path }) => `./${basename(path)}`))
    const missing = code.flatMap(({ path, read }) =>
      [
        ...read()
          .toString()
          .matchAll(/^(?:import|export) [^;]*?["']([^"']+)["'];|\bimport\("([^"]+)"\)/gm),
      ]
        .map(([, named, dynamic]) => named ?? dynamic ?? '')
        .filter((name) => !beside.has(name) && !isBuiltin(name) && name !== 'better-sqlite3')
        .map((name) => `${path}: ${name}`),
    )
    expect(missing).toEqual([])
    expect(code.map(({ path }) => path)).toContain('out/main/snapshot-worker.js')
  })

  it('holds no secret, no path of the machine that made it, and no scripts of development', () => {
    const secret =
      /sk_(sandbox|live)_[A-Za-z0-9_-]{43}|whsec_[A-Za-z0-9+/]{32}|-----BEGIN [A-Z ]*PRIVATE KEY-----|_authToken/
    const own = files.filter(({ path }) => !path.startsWith('node_modules/'))
    const found = own.filter(({ read }) => {
      const text = read().toString('latin1')
      return secret.test(text) || text.includes(ROOT) || text.includes(process.execPath)
    })
    expect(found.map(({ path }) => path)).toEqual([])
    const manifest = JSON.parse(String(own.find(({ path }) => path === 'package.json')?.read())) as Record<
      string,
      unknown
    >
    expect(manifest).not.toHaveProperty('scripts')
    expect(manifest).not.toHaveProperty('devDependencies')
  })

  it('comes with the licences of all, and with the languages that the app speaks', () => {
    expect(filesBelow(unpacked)).toEqual(
      expect.arrayContaining(['LICENSE.electron.txt', 'LICENSES.chromium.html', 'resources/licences.txt']),
    )
    expect(filesBelow(join(unpacked, 'locales'))).toEqual(['de.pak', 'en-GB.pak', 'en-US.pak', 'fr.pak', 'nl.pak'])
    expect(existsSync(join(resources, 'default_app.asar'))).toBe(false)
  })

  it.runIf(targets.length === 3)('names its feed, and leaves what the feed needs, with notes of the changelog', () => {
    expect(readFileSync(join(resources, 'app-update.yml'), 'utf8')).toContain('url: https://updates.example/desk/\n')
    const suffix = ARCH === 'arm64' ? '-arm64' : ''
    const release = readFileSync(join(workshop.folder, `dist/latest-linux${suffix}.yml`), 'utf8')
    expect(release).toContain(`version: ${version()}\n`)
    for (const name of ['.AppImage', '.deb', '.rpm'])
      expect(release).toMatch(new RegExp(`url: fuelcard-desk[^\n]*\\${name}\n +sha512: `))
    const [, note = ''] = /^- (\w+ \w+)/m.exec(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')) ?? []
    expect(release).toContain(note)
  })

  it('starts no foreign code: the fuses are set', async () => {
    const { version, ...wire } = await getCurrentFuseWire(join(unpacked, 'fuelcard-desk'))
    expect(version).toBe('1')
    const on = Object.entries(wire).flatMap(([fuse, state]) =>
      state === FuseState.ENABLE ? [FuseV1Options[Number(fuse)]] : [],
    )
    expect(on).toEqual([
      'EnableCookieEncryption',
      'EnableEmbeddedAsarIntegrityValidation',
      'OnlyLoadAppFromAsar',
      'WasmTrapHandlers',
    ])
    expect(Object.values(wire)).toHaveLength(9)
  })

  it('serves under plain Node once its archive is extracted, with threads from beside the archive', async () => {
    const place = join(workshop.folder, 'extracted')
    mkdirSync(place)
    extractAll(join(resources, 'app.asar'), join(place, 'app.asar'))
    cpSync(join(resources, 'app.asar.unpacked'), join(place, 'app.asar.unpacked'), { recursive: true })
    for (const name of filesBelow(join(place, 'app.asar/out/main')).filter((file) => file.endsWith('-worker.js')))
      rmSync(join(place, 'app.asar/out/main', name))
    const home = createHome()
    const program = join(place, 'app.asar/out/main/cli.js')
    const service = spawn(process.execPath, [program, 'serve', '--port', '0', '--json'], { env: home.environment })
    try {
      const ready = await new Promise<string>((resolve) =>
        createInterface({ input: service.stdout }).once('line', resolve),
      )
      const { baseUrl, uiUrl } = JSON.parse(ready) as { baseUrl: string; uiUrl: string }
      expect(await (await fetch(`${baseUrl}/health`)).json()).toMatchObject({ status: 'ok' })
      expect((await fetch(`${baseUrl}/docs/swagger-ui-bundle.js`)).status).toBe(200)
      expect(await (await fetch(new URL('/', uiUrl))).text()).toContain('<title>Fuelcard Desk</title>')
      const command = (...words: string[]) =>
        execFileSync(process.execPath, [program, ...words, '--json'], { env: home.environment, encoding: 'utf8' })
      const [project] = JSON.parse(command('projects', 'list')) as { id: string }[]
      const { key } = JSON.parse(
        command('keys', 'create', '--project', project?.id ?? '', '--environment', 'sandbox'),
      ) as { key: string }
      const list = await fetch(`${baseUrl}/projects/${project?.id}/cards?limit=1`, {
        headers: { authorization: `Bearer ${key}` },
      })
      expect(await list.json()).toMatchObject({ total: 48 })
      // A thread looks through the files.
      expect(JSON.parse(command('check'))).toMatchObject({ ok: true })
    } finally {
      service.kill('SIGKILL')
    }
  })

  describe.runIf(targets.includes('deb'))('as deb', () => {
    const deb = join(workshop.folder, `dist/fuelcard-desk_${version()}_${ARCH === 'x64' ? 'amd64' : 'arm64'}.deb`)
    const read = (...words: string[]) => execFileSync('dpkg-deb', words, { encoding: 'utf8' })

    it('says what it is and what it needs', () => {
      const fields = read('--field', deb)
      expect(fields).toContain('Package: fuelcard-desk\n')
      expect(fields).toContain(`Version: ${version()}\n`)
      expect(fields).toMatch(/^Maintainer: .+ <.+@.+>$/m)
      for (const library of ['libgtk-3-0t64 | libgtk-3-0', 'libnss3', 'libsecret-1-0', 'libgbm1', 'xdg-utils'])
        expect(fields).toMatch(new RegExp(`^Depends: .*(^|, |: )${library.replaceAll('|', '\\|')}(,|$)`, 'm'))
    })

    it('puts the app below /opt, an entry into the menu, icons of every size, and takes the scheme', () => {
      const place = join(workshop.folder, 'deb')
      read('--extract', deb, place)
      expect(filesBelow(join(place, 'opt/Fuelcard Desk'))).toContain('fuelcard-desk')
      expect(filesBelow(join(place, 'usr/share/icons/hicolor'))).toEqual(
        [128, 16, 22, 24, 256, 32, 48, 512, 64, 96].map((px) => `${px}x${px}/apps/fuelcard-desk.png`),
      )
      const entry = join(place, 'usr/share/applications/fuelcard-desk.desktop')
      const lines = readFileSync(entry, 'utf8').split('\n')
      expect(lines).toEqual(
        expect.arrayContaining([
          'Name=Fuelcard Desk',
          'Exec="/opt/Fuelcard Desk/fuelcard-desk" %U',
          'StartupWMClass=fuelcard-desk',
          'Categories=Office;',
          // Files of no kind are associated with it.
          'MimeType=x-scheme-handler/fuelcard-desk;',
        ]),
      )
      if (isInstalled('desktop-file-validate'))
        expect(execFileSync('desktop-file-validate', [entry], { encoding: 'utf8' })).toBe('')
    })

    it.runIf(isInstalled('lintian'))("has no error in lintian's eyes but the overridden ones", () => {
      const { stdout } = spawnSync('lintian', ['--fail-on', 'none', '--no-tag-display-limit', deb], {
        encoding: 'utf8',
      })
      expect(stdout.split('\n').filter((line) => line.startsWith('E:'))).toEqual([])
    })
  })

  describe.runIf(targets.includes('rpm'))('as rpm', () => {
    const rpm = join(workshop.folder, `dist/fuelcard-desk-${version()}.${ARCH === 'x64' ? 'x86_64' : 'aarch64'}.rpm`)
    const read = (...words: string[]) => execFileSync('rpm', ['-qp', ...words, rpm], { encoding: 'utf8' })

    it('has the same files, needs and scripts', () => {
      expect(read('--qf', '%{NAME} %{VERSION} %{SUMMARY}')).toBe(
        `fuelcard-desk ${version()} Manages a fleet’s physical fuel cards`,
      )
      expect(read('--list').split('\n')).toEqual(
        expect.arrayContaining([
          '/opt/Fuelcard Desk/fuelcard-desk',
          '/usr/share/applications/fuelcard-desk.desktop',
          '/usr/share/icons/hicolor/512x512/apps/fuelcard-desk.png',
        ]),
      )
      expect(read('--requires').split('\n')).toEqual(expect.arrayContaining(['gtk3', 'nss', 'xdg-utils']))
      expect(read('--scripts')).toContain('/usr/bin/fuelcard-desk')
    })
  })

  describe.runIf(targets.includes('AppImage'))('as AppImage', () => {
    const place = join(workshop.folder, 'appimage-root')

    beforeAll(() => {
      const file = join(workshop.folder, `dist/fuelcard-desk-${ARCH === 'x64' ? 'x86_64' : 'arm64'}.AppImage`)
      execFileSync('unsquashfs', ['-quiet', '-no-progress', '-offset', String(RUNTIME.length), '-dest', place, file])
    })
    const start = (words: readonly string[], environment: Record<string, string> = {}) =>
      execFileSync(join(place, 'AppRun'), words, { encoding: 'utf8', env: { ...process.env, ...environment } })

    it('has the same app, entry and icons', () => {
      expect(filesBelow(place)).toEqual(
        expect.arrayContaining([
          'fuelcard-desk',
          'resources/app.asar',
          'usr/share/icons/hicolor/512x512/apps/fuelcard-desk.png',
        ]),
      )
      const entry = readFileSync(join(place, 'fuelcard-desk.desktop'), 'utf8')
      expect(entry).toContain('\nMimeType=x-scheme-handler/fuelcard-desk;\n')
    })

    it('hands words over so that a command stays one, even where there is no sandbox', () => {
      const words = start(['cards', 'list', '--search', 'b fl']).trim().split(' ')
      expect(commandIn(words)).toEqual(['cards', 'list', '--search', 'b', 'fl'])
    })

    it('does not start when an update has just installed it', () => {
      expect(start([], { APPIMAGE_EXIT_AFTER_INSTALL: 'true' })).toBe('')
    })
  })

  it.skipIf(targets.length === 3)(
    'is read back as deb, rpm and AppImage (left out what has no tools on this machine)',
    () => {},
  )
})

function version(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version
}
