import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { policyFile, readPolicy, withPolicy } from '../../../src-main/bridge/policy.ts'
import { NO_POLICY } from '../../../src-main/domain/desk/policy.ts'
import { COMMAND_LINE, openTestBridge } from '../../support/bridge.ts'
import { temporaryFolder } from '../../support/folder.ts'

describe('the policy', () => {
  it.each([
    ['linux', undefined, '/etc/fuelcard-desk/policy.json'],
    ['darwin', undefined, '/Library/Application Support/Fuelcard Desk/policy.json'],
    ['win32', 'D:\\Data', 'D:\\Data\\Fuelcard Desk\\policy.json'],
    ['win32', undefined, 'C:\\ProgramData\\Fuelcard Desk\\policy.json'],
  ] as const)('of %s with %s is in %s', (platform, programData, file) => {
    expect(policyFile(platform, programData)).toBe(file)
  })

  it('of a computer without one restricts nothing', () => {
    const policy = readPolicy('/nowhere/policy.json')
    expect(policy.view()).toEqual({ file: null, off: [], updates: {}, teamService: null, settings: [] })
    expect(() => policy.require('restore')).not.toThrow()
  })

  it('as the documentation shows it is understood', () => {
    const file = join(temporaryFolder(), 'policy.json')
    const page = readFileSync(join(import.meta.dirname, '../../../docs/operate/policy.md'), 'utf8')
    writeFileSync(file, /```json\n([^`]+)```/.exec(page)?.[1] ?? '')
    expect(readPolicy(file).view()).toEqual({
      file,
      off: ['demo'],
      updates: { channel: 'latest' },
      teamService: null,
      settings: [],
    })
  })

  it('may decide all it can', () => {
    const file = join(temporaryFolder(), 'policy.json')
    const updates = { enabled: true, channel: 'latest', feed: 'https://updates.fleet.example/desk/' }
    const features = { console: false, exports: false, restore: false, demo: false }
    const settings = { api: { enabled: false }, allowedNetworks: [], corsOrigins: [] }
    writeFileSync(file, JSON.stringify({ updates, features, team: { service: 'fleet.example' }, settings }))
    expect(readPolicy(file).view()).toEqual({
      file,
      off: ['console', 'exports', 'restore', 'demo'],
      updates,
      teamService: 'https://fleet.example',
      settings: ['api.enabled', 'allowedNetworks', 'corsOrigins'],
    })
  })

  it('names the only service that may be connected, and refuses what is no address', () => {
    const file = join(temporaryFolder(), 'policy.json')
    writeFileSync(file, '{"team": {"service": "https://fleet.example/"}}')
    const policy = readPolicy(file)
    expect(() => policy.requireService('https://fleet.example')).not.toThrow()
    expect(() => policy.requireService('https://other.example')).toThrow(
      'allows only the service https://fleet.example',
    )
    writeFileSync(file, '{"team": {"service": "http://fleet.example"}}')
    expect(() => readPolicy(file)).toThrow('team.service')
  })

  it('goes before what a run was given, value by value', () => {
    const policy = { ...NO_POLICY, settings: { rateLimits: { sandbox: 5 }, theme: 'dark' as const } }
    expect(withPolicy({ rateLimits: { sandbox: 9, production: 9 }, theme: 'light', api: { port: 1 } }, policy)).toEqual(
      {
        rateLimits: { sandbox: 5, production: 9 },
        theme: 'dark',
        api: { port: 1 },
      },
    )
  })

  it('turns a feature off for pages and the command line, and nothing else', async () => {
    const file = join(temporaryFolder(), 'policy.json')
    writeFileSync(file, '\uFEFF{"features": {"exports": false, "console": true}}')
    const bridge = await openTestBridge({ host: { policy: readPolicy(file) } })
    try {
      const place = await bridge.fleet(1)
      const refused = {
        code: 'error.forbidden',
        reason: 'turned_off',
        message: expect.stringContaining(`features.exports in ${file}`),
      }
      expect(await bridge.errorOf('cards.download', { ...place, format: 'csv' } as never)).toMatchObject(refused)
      expect(await bridge.errorOf('audit.export', {} as never, COMMAND_LINE)).toMatchObject(refused)
      expect(await bridge.errorOf('personal.download', {} as never)).toMatchObject({ code: 'error.validation' })
      expect(await bridge.call('policy.get', {})).toEqual({
        file,
        off: ['exports'],
        updates: {},
        teamService: null,
        settings: [],
      })
    } finally {
      await bridge.close()
    }
  })
})
