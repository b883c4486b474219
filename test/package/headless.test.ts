import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addInstallationFiles, installationLock, removeInstallationFiles } from '../../resources/package/headless.ts'
import { createHome } from '../support/program.ts'
import {
  bytesBelow,
  installPacked,
  runInstalled,
  serveInstalled,
  type Installation,
} from '../support/package/headless-install.ts'
import { filesBelow } from '../support/package/read-app.ts'
import { removeFolder } from '../support/remove-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
const MEGABYTE = 1_000_000

describe('the headless package', () => {
  const workshop = mkdtempSync(join(tmpdir(), 'fuelcard-headless-'))
  let installed: Installation
  let files: string[] = []

  beforeAll(() => {
    installed = installPacked(workshop)
    files = filesBelow(installed.folder).filter((path) => !path.startsWith('node_modules/'))
  })
  afterAll(() => removeFolder(workshop))

  it('contains the built program, the page, what a server needs, and nothing else', () => {
    const own =
      /^out\/(main\/([\w.-]+\.js|reference\/[\w.-]+)|renderer\/.+|licences\.txt)$|^resources\/deploy\/[\w.-]+$/
    expect(files.filter((path) => !own.test(path)).toSorted()).toEqual([
      'CHANGELOG.md',
      'README.md',
      'docs/operate/identity-provider.md',
      'docs/operate/policy.md',
      'docs/operate/service.md',
      'docs/operate/team.md',
      'npm-shrinkwrap.json',
      'package.json',
    ])
    expect(files).toEqual(
      expect.arrayContaining([
        'out/main/cli.js',
        'out/main/reader-worker.js',
        'out/main/reference/swagger-ui-bundle.js',
        'out/renderer/index.html',
        'resources/deploy/Caddyfile',
        'resources/deploy/Containerfile',
        'resources/deploy/cluster.conf',
        'resources/deploy/fuelcard-desk.service',
        'resources/deploy/haproxy.cfg',
        'resources/deploy/keycloak-realm.json',
        'resources/deploy/nginx-cluster.conf',
        'resources/deploy/nginx.conf',
        'resources/deploy/team.conf',
      ]),
    )
    expect(files.filter((path) => /\.map$|\.tsx?$|\.env|\.npmrc/.test(path))).toEqual([])
  })

  it('has pages of its own, whose links and commands lead somewhere there', () => {
    for (const name of files.filter((path) => path.endsWith('.md'))) {
      const text = readFileSync(join(installed.folder, name), 'utf8')
      for (const [, target = ''] of text.matchAll(/(?:\]\(|(?:src|srcset)=")([^)"#]+)/g))
        if (!URL.canParse(target))
          expect(existsSync(join(installed.folder, dirname(name), target)), `${name}: ${target}`).toBe(true)
    }
    expect(readFileSync(join(installed.folder, 'README.md'), 'utf8')).not.toMatch(/\bnpm\b/)
  })

  it("gives the project's own README back, even after a pack that was interrupted", () => {
    const project = join(workshop, 'project')
    mkdirSync(join(project, 'out'), { recursive: true })
    writeFileSync(join(project, 'README.md'), 'as written')
    addInstallationFiles(ROOT, project)
    expect(readFileSync(join(project, 'README.md'), 'utf8')).toBe(
      readFileSync(join(installed.folder, 'README.md'), 'utf8'),
    )
    addInstallationFiles(ROOT, project)
    removeInstallationFiles(project)
    expect(readFileSync(join(project, 'README.md'), 'utf8')).toBe('as written')
    expect(existsSync(join(project, 'npm-shrinkwrap.json'))).toBe(false)
    removeInstallationFiles(project)
    expect(readFileSync(join(project, 'README.md'), 'utf8')).toBe('as written')
  })

  it('holds no secret and no path of the machine that made it', () => {
    const secret = /sk_(sandbox|live)_[A-Za-z0-9_-]{43}|whsec_[A-Za-z0-9+/]{32}|-----BEGIN [A-Z ]*PRIVATE KEY-----/
    const found = files.filter((path) => {
      const text = readFileSync(join(installed.folder, path), 'latin1')
      return secret.test(text) || text.includes(ROOT) || text.includes(dirname(process.execPath))
    })
    expect(found).toEqual([])
  })

  it('fixes the version of everything it needs, as the project tests it, and names no registry', () => {
    const text = readFileSync(join(installed.folder, 'npm-shrinkwrap.json'), 'utf8')
    const lock = JSON.parse(text) as ReturnType<typeof installationLock>
    expect(lock).toEqual(installationLock(ROOT))
    expect(text).not.toMatch(/"(resolved|dev|devDependencies)":|registry/)
    const names = Object.keys(lock.packages).map((path) => path.replace('node_modules/', ''))
    expect(names).toEqual(expect.arrayContaining(['better-sqlite3', 'pino', 'undici']))
    for (const unwanted of ['electron', 'react', 'react-dom', '@scarf/scarf']) expect(names).not.toContain(unwanted)
    for (const [path, { integrity, hasInstallScript }] of Object.entries(lock.packages).slice(1)) {
      expect(integrity, path).toMatch(/^sha512-/)
      expect(hasInstallScript, path).toBeUndefined()
    }
  })

  it('runs no script where it is installed', () => {
    const { scripts } = JSON.parse(readFileSync(join(installed.folder, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    // npm runs these for a package that someone installs, or asks whether it may.
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) expect(scripts).not.toHaveProperty(name)
  })

  it('is as large as the documentation says', () => {
    const page = readFileSync(join(ROOT, 'docs/operate/service.md'), 'utf8')
    const [, count, megabytes, ofSqlite] =
      /That installs (\d+) packages of (\d+) MB, (\d+) MB of it SQLite/.exec(page) ?? []
    expect(Number(count)).toBe(Object.keys(installationLock(ROOT).packages).length)
    expect(Math.abs(bytesBelow(installed.folder) / MEGABYTE - Number(megabytes))).toBeLessThan(1.5)
    const addons = join(installed.folder, 'node_modules/better-sqlite3/prebuilds')
    expect(Math.abs(bytesBelow(addons) / MEGABYTE - Number(ofSqlite))).toBeLessThan(1)
    expect(readdirSync(addons)).toHaveLength(8)
  })

  it('serves the API, its reference and the page, and answers commands, without a word of npm', async () => {
    const home = createHome()
    const { said, baseUrl, end } = await serveInstalled(installed, home)
    try {
      expect(said).not.toMatch(/npm/)
      expect(said).toContain('another: fuelcard-desk login')
      expect(await (await fetch(`${baseUrl}/health`)).json()).toMatchObject({ version: MANIFEST.version })
      for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js'])
        expect((await fetch(`${baseUrl}/docs/${name}`)).status).toBe(200)
      expect(await (await fetch(new URL('/', baseUrl))).text()).toContain('<title>Fuelcard Desk</title>')
      expect(runInstalled(installed, home, 'cards', 'list', '--search', 'bfl2041')).toContain('B-FL 2041')
      expect(runInstalled(installed, home, 'check')).toContain('All is well.')
    } finally {
      end()
    }
  })

  it('asks for a new installation, not for a build, where files of the page are missing', async () => {
    const page = join(installed.folder, 'out/renderer/index.html')
    const kept = readFileSync(page)
    rmSync(page)
    const { baseUrl, end } = await serveInstalled(installed, createHome(), '--no-demo')
    try {
      expect(await (await fetch(new URL('/', baseUrl))).text()).toContain(
        'The files of the page are missing; install the program again',
      )
    } finally {
      end()
      writeFileSync(page, kept)
    }
  })
})
