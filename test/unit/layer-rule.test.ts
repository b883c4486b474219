import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'

/**
 * The layer rule is the linter's own restriction of imports. A rule that silently matches nothing would pass like one
 * that is obeyed, so the test plants forbidden imports in every folder, and permitted ones next to them.
 */

const root = join(import.meta.dirname, '../..')
const engine = readdirSync(join(root, 'src-main/engine'), { withFileTypes: true })
const COMPOSITION = engine.filter((entry) => entry.isFile()).map(({ name }) => name)
const CAPABILITIES = engine
  .filter((entry) => entry.isDirectory() && !['kernel', 'ledger', 'store'].includes(entry.name))
  .map(({ name }) => name)
/** Which capabilities another imports, as docs/architecture.md draws it. */
const ARROWS: Record<string, string[]> = {
  approvals: ['alerts'],
  backup: ['settings'],
  bulk: ['cards'],
  desk: ['cards'],
  inbox: ['webhooks'],
  personal: ['backup', 'desk', 'projects'],
  projects: ['access', 'backup'],
  'sign-in': ['people'],
  sync: ['cards'],
}
/** They read, copy and replace the files themselves. */
const KNOW_SQLITE = ['backup', 'settings', 'store']
const STORE_IMPORTS = ['environment-cores.ts', 'moved-folder.ts', 'open-stores.ts', 'prepare-folder.ts']

function refusedInEngine(): Record<string, string[]> {
  const above = (floor: string, names: string[], composition = COMPOSITION) => [
    `src-main/engine/${floor}`,
    [
      ...names.map((name) => `../${name}/${name}.ts`),
      ...composition.map((file) => `../${file}`),
      ...(KNOW_SQLITE.includes(floor) ? [] : ['../../database/sqlite/open-database.ts']),
      '../../api/api.ts',
      'kysely sql',
    ],
  ]
  const others = (floor: string) => CAPABILITIES.filter((name) => name !== floor && !ARROWS[floor]?.includes(name))
  return Object.fromEntries([
    above('kernel', ['ledger', ...CAPABILITIES, 'store']),
    above('ledger', [...CAPABILITIES, 'store']),
    ...CAPABILITIES.map((floor) => above(floor, [...others(floor), 'store'])),
    above(
      'store',
      CAPABILITIES,
      COMPOSITION.filter((file) => !STORE_IMPORTS.includes(file)),
    ),
  ]) as Record<string, string[]>
}

function allowedInEngine(): Record<string, string[]> {
  const below = ['../kernel/ids.ts', '../ledger/change-card.ts', '../../net/address.ts', '../../domain/card.ts']
  return {
    'src-main/engine/kernel': ['../../domain/cards/bulk.ts', '../../database/store.ts', '../../net/address.ts'],
    'src-main/engine/ledger': ['../kernel/ids.ts', '../../domain/card.ts'],
    'src-main/engine/store': [...below, ...STORE_IMPORTS.map((file) => `../${file}`), '../../database/store.ts'],
    ...Object.fromEntries(
      CAPABILITIES.map((floor) => [
        `src-main/engine/${floor}`,
        [...below, ...(ARROWS[floor] ?? []).map((name) => `../${name}/${name}.ts`)],
      ]),
    ),
  }
}

/** From a file in a folder to what it must not import: a module, or one name of it. */
const WRONG: Record<string, string[]> = {
  'src-client/src': ['../build/generate.ts', '../../src-main/domain/card.ts', 'node:crypto', 'undici'],
  'src-main/domain': [
    '../database/store.ts',
    '../engine/engine.ts',
    '../api/api.ts',
    '../bridge/bridge.ts',
    '../desktop/main.ts',
    '../headless/cli.ts',
    '../portal/portal.ts',
    '../../src-preload/contract.ts',
    '../../src-renderer/app.tsx',
    'node:fs',
    'electron',
    'express',
    'better-sqlite3',
    'kysely',
  ],
  'src-main/database': [
    '../engine/engine.ts',
    '../api/api.ts',
    '../bridge/bridge.ts',
    '../desktop/main.ts',
    '../headless/cli.ts',
    '../../src-preload/contract.ts',
    '../../src-renderer/app.tsx',
    'electron',
    'electron-store',
    'express',
    'kysely sql',
  ],
  'src-main/engine': [
    '../api/api.ts',
    '../bridge/bridge.ts',
    '../desktop/main.ts',
    '../headless/cli.ts',
    '../../src-preload/contract.ts',
    '../../src-renderer/app.tsx',
    'electron',
    'electron/main',
    'electron-store',
    'express',
    'kysely sql',
    'better-sqlite3',
  ],
  'src-main/net': ['../database/store.ts', '../engine/engine.ts', '../api/api.ts', 'electron', 'express', 'kysely'],
  ...refusedInEngine(),
  'src-main/engine/kernel/audit': [
    '../../ledger/change-card.ts',
    '../../cards/card-service.ts',
    '../../open-stores.ts',
  ],
  'src-main/engine/sync/pull': ['kysely sql', '../../webhooks/webhooks.ts', '../../bulk/bulk.ts', '../../engine.ts'],
  'src-main/api': [
    '../database/store.ts',
    '../bridge/bridge.ts',
    '../desktop/main.ts',
    '../headless/cli.ts',
    '../../src-preload/contract.ts',
    'electron',
    'better-sqlite3',
    'kysely',
  ],
  'src-main/bridge': [
    '../database/store.ts',
    '../api/api.ts',
    '../desktop/main.ts',
    '../headless/cli.ts',
    '../../src-preload/index.ts',
    '../../src-renderer/app.tsx',
    'electron',
    'express',
    'better-sqlite3',
  ],
  'src-main/desktop': [
    '../headless/cli.ts',
    '../portal/portal.ts',
    '../../src-preload/index.ts',
    '../../src-renderer/app.tsx',
    'express',
    'better-sqlite3',
    'kysely',
  ],
  'src-main/headless': [
    '../desktop/main.ts',
    '../../src-preload/index.ts',
    '../../src-renderer/app.tsx',
    'electron',
    'electron/main',
    'electron-store',
    'better-sqlite3',
    'kysely',
  ],
  'src-main/headless/commands': ['../../desktop/main.ts', 'electron', 'electron-store'],
  'src-main/portal': [
    '../database/store.ts',
    '../engine/engine.ts',
    '../api/api.ts',
    '../bridge/bridge.ts',
    '../desktop/main.ts',
    '../headless/cli.ts',
    '../../src-preload/contract.ts',
    'electron',
  ],
  'src-preload/contract.ts': [
    '../src-main/engine/engine.ts',
    '../src-main/bridge/bridge.ts',
    '../src-main/database/store.ts',
    '../src-renderer/app.tsx',
    'node:fs',
    'electron',
    'express',
  ],
  'src-preload/index.ts': [
    '../src-main/engine/engine.ts',
    '../src-main/bridge/bridge.ts',
    '../src-renderer/app.tsx',
    'node:fs',
    'express',
  ],
  'src-renderer/features/cards': [
    '../../../src-main/database/store.ts',
    '../../../src-main/engine/engine.ts',
    '../../../src-main/api/api.ts',
    '../../../src-main/bridge/bridge.ts',
    '../../../src-preload/index.ts',
    'node:fs',
    'electron',
    'express',
    'better-sqlite3',
  ],
}

const RIGHT: Record<string, string[]> = {
  'src-client/src': ['./errors.ts', './generated/schemas.ts'],
  'src-main/domain': ['./errors.ts', 'zod'],
  'src-main/database': ['../domain/card.ts', 'better-sqlite3', 'kysely Kysely', 'node:fs'],
  'src-main/database/sqlite': ['../../domain/card.ts', 'better-sqlite3', 'kysely sql'],
  'src-main/engine': ['../domain/card.ts', '../database/store.ts', 'kysely expressionBuilder', 'undici', 'node:crypto'],
  'src-main/net': ['../domain/card.ts', 'undici', 'node:tls'],
  ...allowedInEngine(),
  'src-main/engine/sync/pull': ['../../cards/card-service.ts', '../portals/portal.ts', '../../ledger/change-card.ts'],
  'src-main/api': ['../domain/card.ts', '../engine/engine.ts', 'express', 'node:http'],
  'src-main/bridge': ['../domain/card.ts', '../engine/engine.ts', '../../src-preload/contract.ts', 'node:net'],
  'src-main/desktop': [
    '../domain/card.ts',
    '../engine/engine.ts',
    '../api/api.ts',
    '../bridge/bridge.ts',
    '../../src-preload/contract.ts',
    'electron',
    'electron-store',
  ],
  'src-main/headless': [
    '../domain/card.ts',
    '../engine/engine.ts',
    '../api/api.ts',
    '../bridge/bridge.ts',
    '../../src-preload/contract.ts',
    'commander',
  ],
  'src-main/portal': ['../domain/card.ts', 'express', 'better-sqlite3'],
  'src-preload/contract.ts': ['../src-main/domain/card.ts', 'zod'],
  'src-preload/index.ts': ['../src-main/domain/card.ts', './contract.ts', 'electron'],
  'src-renderer/features/cards': ['../../../src-main/domain/card.ts', '../../../src-preload/contract.ts', 'react'],
}

const house = mkdtempSync(join(tmpdir(), 'fuelcard-house-'))
/** Whether the linter refused the import of each planted file. */
let refused = new Set<string>()
/** The linter's messages for a component that breaks the rules of React. */
let saidOfReact: string[] = []
/** An effect with a missing dependency, in a component that reads the clock while rendering. */
const CARELESS_COMPONENT = `import { useEffect } from 'react'
export function Careless({ tell, value }: { tell: (value: number) => void; value: number }) {
  useEffect(() => tell(value), [])
  return <p>{Date.now()}</p>
}
`

beforeAll(() => {
  copyFileSync(join(root, '.oxlintrc.json'), join(house, '.oxlintrc.json'))
  for (const arrows of [WRONG, RIGHT])
    for (const [room, targets] of Object.entries(arrows)) for (const target of targets) plant(room, target)
  for (const { room, target } of loadedLate()) plant(room, target)
  writeFileSync(join(house, 'src-renderer/careless.tsx'), CARELESS_COMPONENT)
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json', '.'],
    { cwd: house, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
  refused = new Set(
    diagnostics
      .filter(({ code }) => code.includes('no-restricted-imports'))
      .map(({ filename }) => filename.replaceAll('\\', '/')),
  )
  saidOfReact = diagnostics.filter(({ filename }) => filename.endsWith('careless.tsx')).map(({ code }) => code)
  return () => rmSync(house, { recursive: true, force: true })
})

/** The targets of `import(…)`, which the linter's rule ignores, checked as if they were static imports. */
function loadedLate(): { room: string; target: string }[] {
  const files = ['src-main', 'src-preload', 'src-renderer'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  return files
    .filter((file) => /\.(ts|tsx|js)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/import\('([^']+)'\)/g)].map(([, target = '']) => ({
        room: dirname(file).replaceAll('\\', '/'),
        target,
      })),
    )
}

/**
 * A file for each import. If the rule names a single file (the contract, the preload), each import gets a copy of that
 * file in a folder of its own with the same configuration.
 */
function plant(room: string, target: string): void {
  const file = plantedFile(room, target)
  mkdirSync(join(house, dirname(file)), { recursive: true })
  if (room.endsWith('.ts'))
    copyFileSync(join(root, '.oxlintrc.json'), join(house, file.slice(0, file.indexOf('/')), '.oxlintrc.json'))
  const [module, name] = target.split(' ')
  const imported = name === undefined ? '* as planted' : `{ ${name} as planted }`
  writeFileSync(join(house, file), `import ${imported} from '${module}'\n\nexport const used = planted\n`)
}

function plantedFile(room: string, target: string): string {
  const name = target.replaceAll(/[^a-z0-9]+/gi, '-')
  return room.endsWith('.ts') ? `house-of-${name}/${room}` : `${room}/planted-${name}.ts`
}

const arrowsOf = (arrows: Record<string, string[]>) =>
  Object.entries(arrows).flatMap(([room, targets]) => targets.map((target) => [room, target] as const))

describe('the layer rule', () => {
  test.each(arrowsOf(WRONG))('refuses in %s an import of %s', (room, target) => {
    expect(refused).toContain(plantedFile(room, target))
  })

  test.each(arrowsOf(RIGHT))('allows in %s an import of %s', (room, target) => {
    expect(refused).not.toContain(plantedFile(room, target))
  })

  test('also holds for late imports', () => {
    const late = loadedLate()
    expect(late.length).toBeGreaterThan(0)
    expect(late.filter(({ room, target }) => refused.has(plantedFile(room, target)))).toEqual([])
  })

  test('knows every folder of the source, and every floor and capability of the engine', () => {
    const rooms = readdirSync(join(root, 'src-main')).map((name) => `src-main/${name}`)
    const floors = readdirSync(join(root, 'src-main/engine'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    rooms.push(...floors.map(({ name }) => `src-main/engine/${name}`))
    expect(Object.keys(WRONG)).toEqual(expect.arrayContaining(rooms))
  })
})

test('effects name all their dependencies, and no component calls anything impure while rendering', () => {
  expect(saidOfReact).toEqual(expect.arrayContaining(['react-hooks(exhaustive-deps)', 'react(purity)']))
})
