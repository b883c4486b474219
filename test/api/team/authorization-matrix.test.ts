import { createHash } from 'node:crypto'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBridge, type Bridge } from '../../../src-main/bridge/bridge.ts'
import type { Who } from '../../../src-main/bridge/bridge-host.ts'
import type { Needs } from '../../../src-main/domain/people/needs.ts'
import { ROLES, type Role } from '../../../src-main/domain/people/role.ts'
import { CONTRACT, type Audience, type CallName } from '../../../src-preload/contract.ts'
import { CLERK } from '../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../support/engine.ts'
import { bring } from '../../support/team/people.ts'
import { sampleInput } from './sample-input.ts'
import { WHO_MAY } from './who-may.ts'

const CALLS = Object.keys(CONTRACT) as CallName[]
const CALLERS = ['nobody', 'stranger', ...ROLES, 'administrator', 'local'] as const
type CallerKind = (typeof CALLERS)[number]
const PROJECTS = ['own', 'other'] as const
type ProjectKind = (typeof PROJECTS)[number]

let test: TestEngine
let bridge: Bridge
let projects: Record<ProjectKind, { id: string; keyId: string }>
let who: Record<CallerKind, Who>

beforeAll(async () => {
  test = await openTestEngine()
  const { engine } = test
  const open = async (name: string) => {
    const { id } = await engine.projects.create(name, CLERK)
    const key = await engine.keys.create({ projectId: id, environment: 'sandbox', name: 'Key' }, CLERK)
    return { id, keyId: key.id }
  }
  projects = { own: await open('Own'), other: await open('Other') }
  const signedIn = async (name: string, more: { isAdministrator?: boolean; role?: Role } = {}): Promise<Who> => ({
    kind: 'signed-in',
    personId: await bring(engine, {
      name,
      isAdministrator: more.isAdministrator ?? false,
      memberships: more.role === undefined ? [] : [{ projectId: projects.own.id, role: more.role }],
    }),
    sessionId: '00000000-0000-4000-8000-000000000001',
  })
  who = {
    nobody: { kind: 'nobody' },
    stranger: await signedIn('Stranger'),
    viewer: await signedIn('Viewer', { role: 'viewer' }),
    clerk: await signedIn('Clerk', { role: 'clerk' }),
    manager: await signedIn('Manager', { role: 'manager' }),
    administrator: await signedIn('Administrator', { isAdministrator: true }),
    local: { kind: 'local' },
  }
  bridge = createBridge({
    engine: () => engine,
    host: {
      baseUrl: () => null,
      issueLoginLink: () => null,
      restore: () => Promise.reject(new Error('A restore needs a backup')),
    },
  })
})
afterAll(() => test.close())

type Verdict = 'allowed' | 'signed out' | 'forbidden' | 'elsewhere'

/** What the design says, without a look at the code that judges. */
function expected(name: CallName, caller: CallerKind, project: ProjectKind): Verdict {
  const { audience, needs }: { audience: Audience; needs: Needs } = CONTRACT[name]
  if (audience === 'machine' && caller !== 'local') return 'elsewhere'
  if (needs.scope === 'public') return 'allowed'
  if (caller === 'nobody') return 'signed out'
  if (caller === 'administrator' || caller === 'local' || needs.role === 'person') return 'allowed'
  if (needs.role === 'administrator' || caller === 'stranger' || project === 'other') return 'forbidden'
  return ROLES.indexOf(caller) >= ROLES.indexOf(needs.role) ? 'allowed' : 'forbidden'
}

async function answer(name: CallName, caller: CallerKind, project: ProjectKind): Promise<Verdict> {
  const { id: projectId, keyId } = projects[project]
  const { audience, input } = CONTRACT[name]
  const result = await bridge.handle(name, sampleInput(input, { projectId, keyId }), {
    audience: audience === 'command-line' ? audience : 'page',
    who: who[caller],
    channel: 'app',
  })
  if (result.ok) return 'allowed'
  if (result.error.code === 'error.signed_out') return 'signed out'
  if (result.error.reason === 'on_its_machine') return 'elsewhere'
  // A handler may refuse for reasons of its own, such as an app that nobody who is signed in asks for.
  return result.error.code === 'error.forbidden' && result.error.reason === 'role' ? 'forbidden' : 'allowed'
}

it('each call is for whom the record beside the contract names', () => {
  const asked = Map.groupBy(CALLS.toSorted(), (name) => {
    const { role, scope } = CONTRACT[name].needs
    return scope === 'public' || scope === 'self' ? scope : role
  })
  expect(Object.fromEntries(asked)).toEqual(
    Object.fromEntries(Object.entries(WHO_MAY).filter(([, calls]) => calls.length > 0)),
  )
})

describe.each(CALLERS)('%s', (caller) => {
  it.each(PROJECTS)(
    'may in the %s project exactly what the contract says, and what is refused changes nothing',
    async (project) => {
      const judged = CALLS.map((name) => ({ name, verdict: expected(name, caller, project) }))
      const before = contents(test.dataDir)
      const refused = judged.filter(({ verdict }) => verdict !== 'allowed')
      for (const { name, verdict } of refused)
        expect([name, await answer(name, caller, project)]).toEqual([name, verdict])
      expect(contents(test.dataDir)).toBe(before)
      // About the service, once is enough.
      const allowed = judged.filter(
        ({ name, verdict }) => verdict === 'allowed' && (project === 'own' || CONTRACT[name].needs.scope === 'project'),
      )
      for (const { name } of allowed) expect([name, await answer(name, caller, project)]).toEqual([name, 'allowed'])
    },
  )
})

it('a page makes no call that is for the command line, whoever is signed in', async () => {
  for (const name of CALLS.filter((call) => CONTRACT[call].audience === 'command-line'))
    expect([name, await bridge.handle(name, {}, { audience: 'page', who: who.local, channel: 'app' })]).toMatchObject([
      name,
      { ok: false, error: { code: 'error.forbidden' } },
    ])
})

it('no call that names a file or folder of the machine is open to pages', () => {
  const named = CALLS.filter((name) => {
    const fields = Object.keys((sampleInput(CONTRACT[name].input, {}) as Record<string, unknown> | null) ?? {})
    return fields.some((field) => ['file', 'path', 'directory'].includes(field))
  })
  expect(named.length).toBeGreaterThan(3)
  expect(CALLS.filter((name) => CONTRACT[name].audience === 'machine')).toEqual(['backup.restoreNamed'])
  // The console's path is one of the API.
  expect(named.filter((name) => CONTRACT[name].audience !== 'command-line')).toEqual(['console.run'])
})

/** A digest of every row of the three databases. */
function contents(dataDir: string): string {
  const hash = createHash('sha256')
  for (const kind of ['control', 'sandbox', 'production']) {
    const file = new BetterSqlite3(join(dataDir, `${kind}.sqlite`), { readonly: true })
    const tables = file
      .prepare<[], { name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .all()
    for (const { name } of tables)
      for (const row of file.prepare(`SELECT * FROM "${name}"`).raw().iterate()) hash.update(JSON.stringify(row))
    file.close()
  }
  return hash.digest('hex')
}
