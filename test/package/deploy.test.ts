import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createHome } from '../support/program.ts'
import { inviteAdministrator } from '../support/team/team.ts'
import { removeFolder } from '../support/remove-folder.ts'

const FOLDER = join(import.meta.dirname, '../../resources/deploy')
const UNIT = readFileSync(join(FOLDER, 'fuelcard-desk.service'), 'utf8')
const IMAGE = readFileSync(join(FOLDER, 'Containerfile'), 'utf8')
/** systemd's own measure, of 10; it counts what a service needs of network and memory, too. */
const EXPOSURE = 1.5

const hasSystemd = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).error === undefined
if (!hasSystemd) console.log('Not run: systemd judging the unit, because there is no systemd-analyze on this machine')

describe('the unit of systemd', () => {
  it.runIf(hasSystemd)('is one that systemd understands and takes for well guarded', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fuelcard-unit-'))
    onTestFinished(() => removeFolder(folder))
    const file = join(folder, 'fuelcard-desk.service')
    // Verified is also that its program exists.
    writeFileSync(file, UNIT.replace('/usr/local/bin/fuelcard-desk', '/bin/true'))
    const judge = (...words: string[]) => {
      const { status, stdout, stderr } = spawnSync('systemd-analyze', [...words, file], { encoding: 'utf8' })
      return { status, said: `${stdout}${stderr}` }
    }
    expect(judge('verify')).toEqual({ status: 0, said: '' })
    const security = judge('security', '--offline=true', '--no-pager')
    const [, exposure] = /exposure level for fuelcard-desk\.service: ([\d.]+)/.exec(security.said) ?? []
    expect(Number(exposure), security.said).toBeLessThanOrEqual(EXPOSURE)
  })

  it('starts the service with options that it has, and keeps what it says when ready out of the journal', async () => {
    const home = createHome()
    const key = join(home.dir, 'data-key')
    writeFileSync(key, `${'ab'.repeat(32)}\n`, { mode: 0o440 })
    const [, words = ''] = /^ExecStart=\/usr\/local\/bin\/fuelcard-desk (.+)$/m.exec(UNIT) ?? []
    const given = words.replace('%S', home.dir).replace('%d', home.dir).split(' ')
    const { firstLine, end } = await home.begin([...given, '--port', '0'], {
      environment: { CREDENTIALS_DIRECTORY: home.dir },
    })
    expect(firstLine).toMatch(/is ready$/)
    // The rest of it has a sign-in link.
    expect((await end('SIGTERM')).code).toBe(0)
    expect(UNIT).toContain('\nStandardOutput=null\n')
  })
})

describe('the unit for a team', () => {
  const team = readFileSync(join(FOLDER, 'team.conf'), 'utf8')

  it.runIf(hasSystemd)('is one that systemd understands', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fuelcard-unit-'))
    onTestFinished(() => removeFolder(folder))
    const file = join(folder, 'fuelcard-desk.service')
    mkdirSync(`${file}.d`)
    writeFileSync(file, UNIT.replace('/usr/local/bin/fuelcard-desk', '/bin/true'))
    // Its credentials, too, which stand there as comments.
    writeFileSync(
      join(`${file}.d`, 'team.conf'),
      team.replace('/usr/local/bin/fuelcard-desk', '/bin/true').replaceAll('#LoadCredential', 'LoadCredential'),
    )
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: '' })
  })

  it('starts a service with a public address, and leaves it longer to stop than it needs', async () => {
    const home = createHome()
    const key = join(home.dir, 'data-key')
    writeFileSync(key, `${'ab'.repeat(32)}\n`, { mode: 0o600 })
    const [, words = ''] = /^ExecStart=\/usr\/local\/bin\/fuelcard-desk (.+)$/m.exec(team) ?? []
    const given = words.replace('%S', home.dir).replace('%d', home.dir).split(' ')
    await inviteAdministrator(home, given.slice(1, 5))
    const { firstLine, end } = await home.begin([...given, '--port', '0', '--json'], {
      environment: { CREDENTIALS_DIRECTORY: home.dir },
    })
    expect(JSON.parse(firstLine)).toMatchObject({ publicUrl: 'https://fleet.example' })
    expect((await end('SIGTERM')).code).toBe(0)
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(team)?.[1])).toBeGreaterThan(15)
  })
})

describe('the unit for an instance of a cluster', () => {
  const cluster = readFileSync(join(FOLDER, 'cluster.conf'), 'utf8')

  it.runIf(hasSystemd)('is one that systemd understands', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fuelcard-unit-'))
    onTestFinished(() => removeFolder(folder))
    const file = join(folder, 'fuelcard-desk.service')
    mkdirSync(`${file}.d`)
    for (const [path, text] of [
      [file, UNIT],
      [join(`${file}.d`, 'cluster.conf'), cluster],
    ] as const)
      writeFileSync(path, text.replace('/usr/local/bin/fuelcard-desk', '/bin/true'))
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: '' })
  })

  it('takes the store from a credential, and ends in words that name the database that is away', async () => {
    const home = createHome()
    const urls = ['control', 'sandbox', 'production'].map(
      (schema) => `${schema}=postgres://fuelcard_${schema}@127.0.0.1:1/fuelcard\n`,
    )
    // As systemd hands it over, readable through an access list.
    writeFileSync(join(home.dir, 'store'), urls.join(''), { mode: 0o440 })
    writeFileSync(join(home.dir, 'data-key'), `${'ab'.repeat(32)}\n`, { mode: 0o440 })
    const [, words = ''] = /^ExecStart=\/usr\/local\/bin\/fuelcard-desk (.+)$/m.exec(cluster) ?? []
    const given = words.replaceAll(/%[Sd]/g, home.dir).replace('10.20.0.11', '127.0.0.1').split(' ')
    const start = (environment: NodeJS.ProcessEnv) => home.run([...given, '--port', '0'], { environment })
    const { code, stderr } = await start({ CREDENTIALS_DIRECTORY: home.dir })
    expect(stderr).toContain('127.0.0.1:1/fuelcard')
    // Started again by systemd, unlike wrong usage.
    expect(code).toBe(3)
    expect(cluster).toMatch(/^RestartPreventExitStatus=\nRestartPreventExitStatus=2$/m)
    expect((await start({})).stderr).toContain('chmod 600')
  })
})

describe('the container file', () => {
  const environment = Object.fromEntries(
    [...(/^ENV (.+)$/m.exec(IMAGE)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  const listOf = (instruction: string) =>
    JSON.parse(new RegExp(`^${instruction}[^[\\n]*(\\[.*\\])$`, 'm').exec(IMAGE)?.[1] ?? '[]') as string[]

  it('runs as somebody other than root, with data and key in volumes of their own', () => {
    expect(/^USER (\d+):\d+$/m.exec(IMAGE)?.[1]).toBe('1000')
    expect(listOf('VOLUME')).toEqual([environment['XDG_DATA_HOME'], environment['XDG_CONFIG_HOME']])
    expect(new Set(listOf('VOLUME')).size).toBe(2)
  })

  it('serves beyond itself without writing a secret into its log, and its health check tells life from death', async () => {
    const home = createHome()
    const { firstLine, end } = await home.begin([...listOf('CMD'), '--port', '0', '--json'])
    const { baseUrl, uiUrl } = JSON.parse(firstLine) as { baseUrl: string; uiUrl: string | null }
    expect(uiUrl).toBeNull()
    const [program, ...words] = listOf('HEALTHCHECK')
    expect(program).toBe('node')
    const check = () =>
      spawnSync(
        process.execPath,
        words.map((word) => word.replace('http://127.0.0.1:4010/v1', baseUrl)),
      ).status
    expect(check()).toBe(0)
    const { stdout, stderr } = await end('SIGTERM')
    expect(`${stdout}${stderr}`).not.toMatch(/sk_|#login/)
    expect(check()).toBe(1)
  })
})
