import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ApiKey, CreatedApiKey, Project } from '../../src-main/domain/access.ts'
import type { Card } from '../../src-main/domain/card.ts'
import type { ImportReport } from '../../src-main/domain/sync/import-report.ts'
import { acquireFolderLock } from '../../src-main/engine/folder-lock.ts'
import { createHome, PROGRAM, type Home } from '../support/program.ts'

describe('what scripts rely on', () => {
  test('projects and keys have the agreed shapes', async () => {
    const home = createHome()
    await home.serve()
    const project = await home.json<Project>(['projects', 'create', '--name', 'Fleet'])
    expect(await home.json(['projects', 'list'])).toEqual([project])
    expect(project).toEqual({
      id: expect.any(String) as string,
      name: 'Fleet',
      createdAt: expect.any(String) as string,
      archivedAt: null,
    })
    const key = await home.json<CreatedApiKey>([
      'keys',
      'create',
      '--project',
      project.id,
      '--environment',
      'production',
      '--name',
      'Dispatch',
      '--expires',
      '2099-01-01',
    ])
    expect(key).toMatchObject({
      id: expect.any(String) as string,
      key: expect.stringMatching(/^sk_live_/) as string,
      prefix: key.key.slice(0, 16),
      projectId: project.id,
      environment: 'production',
      name: 'Dispatch',
      expiresAt: '2099-01-01T00:00:00.000Z',
    })
    const rolled = await home.json<CreatedApiKey>(['keys', 'roll', key.id, '--overlap-seconds', '60'])
    expect(rolled.key).not.toBe(key.key)
    await home.json(['keys', 'revoke', rolled.id])
    const keys = await home.json<ApiKey[]>(['keys', 'list', '--project', 'Fleet'])
    expect(keys.map(({ id, revokedAt }) => [id, revokedAt === null])).toEqual(
      expect.arrayContaining([
        [key.id, true],
        [rolled.id, false],
      ]),
    )
    expect((await home.run(['projects', 'delete', 'Fleet'])).code).toBe(2)
    const { backup } = await home.json<{ backup: string }>(['projects', 'delete', 'Fleet', '--name', 'Fleet'])
    expect(existsSync(backup)).toBe(true)
    expect(await home.json(['projects', 'list'])).toEqual([])
  })

  test('cards are made, listed, changed, exported and imported', async () => {
    const home = createHome()
    await home.serve()
    await home.json(['projects', 'create', '--name', 'Fleet'])
    expect(await home.json(['cards', 'mock', '--count', '60', '--seed', '7'])).toEqual({ created: 60, seed: 7 })
    const { docs } = await home.json<{ docs: Card[]; total: number }>([
      'cards',
      'list',
      '--status',
      'active',
      '--sort',
      'cardNumber',
      '--direction',
      'asc',
      '--limit',
      '2',
    ])
    expect(docs).toHaveLength(2)
    const number = docs[0]?.cardNumber ?? ''
    const grouped = number.replaceAll(/\d{4}(?=\d)/g, '$& ')
    expect(await home.json(['cards', 'disable', grouped, '--reason', 'Lost'])).toMatchObject({
      cardNumber: number,
      status: 'inactive',
    })
    expect(await home.json(['cards', 'enable', docs[0]?.id ?? ''])).toMatchObject({ status: 'active' })
    expect(await home.json(['cards', 'update', number, '--driver', 'Grace Hopper'])).toMatchObject({
      driver: 'Grace Hopper',
    })
    await showHolders(home, docs)
    const refused = await home.run([
      'cards',
      'activate',
      number,
      '--license-plate',
      'B-XY 12',
      '--driver',
      'Ada',
      '--json',
    ])
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'error.card_already_active' })
    const file = join(home.dir, 'cards.csv')
    expect(await home.json(['cards', 'export', file])).toEqual({ file, cards: 60 })
    const asked = ['cards', 'import', file, '--environment', 'production']
    expect(await home.json<ImportReport>(asked)).toMatchObject({
      applied: false,
      create: 60,
      change: 0,
      leave: 0,
      refuse: [],
    })
    expect(await home.json(['cards', 'list', '--environment', 'production'])).toMatchObject({ total: 0 })
    expect(await home.json<ImportReport>([...asked, '--apply'])).toMatchObject({ applied: true, create: 60 })
    expect(await home.json<ImportReport>(asked)).toMatchObject({ create: 0, leave: 60 })
  })

  test('a backup takes its passphrase from standard input, and brings the key along', async () => {
    const home = createHome()
    const project = await home.json<Project>(['projects', 'create', '--name', 'Fleet'])
    const { path, withDataKey } = await home.json<{ path: string; withDataKey: boolean }>(
      ['backup', '--directory', join(home.dir, 'safe'), '--passphrase-file', '-'],
      { input: 'correct horse battery\n' },
    )
    expect(withDataKey).toBe(true)
    const other = createHome()
    const wrong = await other.run(['restore', path, '--passphrase-file', '-', '--json'], {
      input: 'wrong horse battery\n',
    })
    expect(wrong.code).toBe(1)
    expect(
      await other.json(['restore', path, '--passphrase-file', '-'], { input: 'correct horse battery\n' }),
    ).toMatchObject({ restored: path, damagedMovedTo: null, dataKey: 'installed' })
    expect(await other.json(['projects', 'list'])).toEqual([project])
    expect(await other.json(['audit', 'verify'])).toMatchObject({ ok: true })
  })

  test('errors have their exit code, and with --json they are a single document on standard error', async () => {
    const home = createHome()
    await home.serve()
    for (const name of ['One', 'Two', 'Two']) await home.json(['projects', 'create', '--name', name])
    const codeOf = async (words: string[]) => {
      const { code, stdout, stderr } = await home.run([...words, '--json'])
      expect(stdout).toBe('')
      return `${code} ${(JSON.parse(stderr) as { code: string }).code}`
    }
    expect(await codeOf(['cards', 'list', '--project', 'Three'])).toBe('1 error.project_not_found')
    expect(await codeOf(['cards', 'list'])).toBe('2 error.validation')
    expect(await codeOf(['cards', 'list', '--project', 'Two'])).toBe('2 error.validation')
    expect(await codeOf(['cards', 'get', '4711', '--project', 'One'])).toBe('1 error.card_not_found')
    expect(await codeOf(['cards', 'mock', '--count', 'many'])).toBe('2 error.validation')
    expect(await codeOf(['projects', 'create'])).toBe('2 error.validation')
    expect(await codeOf(['no-such-command'])).toBe('2 error.validation')
    expect(await codeOf(['projects', 'create', '--name', '  '])).toBe('1 error.validation')
  })
})

/**
 * What the page of a driver and of a vehicle shows, after the first card went from its driver to Grace Hopper, and the
 * second follows.
 */
async function showHolders(home: Home, [first, second]: readonly Card[]): Promise<void> {
  const had = first?.driver ?? ''
  await home.json(['cards', 'update', second?.cardNumber ?? '', '--driver', 'GRACE HOPPER'])
  expect(await home.json(['drivers', 'show', 'grace hopper'])).toMatchObject({
    holder: {
      kind: 'driver',
      cards: 2,
      active: 2,
      written: expect.arrayContaining([{ name: 'GRACE HOPPER', cards: 1 }]) as unknown,
    },
    cards: { total: 2 },
    past: { docs: [], total: 0 },
    history: { docs: [{ action: 'card.update', target: { id: second?.id } }, { target: { id: first?.id } }], total: 2 },
  })
  expect(await home.json(['drivers', 'show', had])).toMatchObject({
    past: { docs: [{ cardId: first?.id }], total: 1 },
    history: { docs: [{ action: 'card.update' }, { action: 'card.enable' }, { action: 'card.disable' }] },
  })
  expect(
    await home.json(['vehicles', 'show', (first?.licensePlate ?? '').replaceAll(/[ -]/g, '').toLowerCase()]),
  ).toMatchObject({
    holder: { kind: 'vehicle', name: first?.licensePlate, cards: 1 },
    cards: { docs: [{ id: first?.id }] },
  })
  expect(await home.json(['drivers', 'show', 'hopp'])).toMatchObject({
    holder: { name: 'hopp', cards: 0 },
    suggested: [{ name: expect.stringMatching(/Grace Hopper/i) as string, cards: 2 }],
    cards: { total: 0 },
  })
  const { stdout } = await home.run(['drivers', 'show', 'Grace Hopper', '--limit', '1'])
  for (const words of ['driver of 2 cards, 2 active', 'Also written', '1–1 of 2; more with --page 2', 'card.update'])
    expect(stdout).toContain(words)
}

test('a second command runs inside one that owns the folder', async () => {
  const home = createHome()
  const { id } = await home.json<Project>(['projects', 'create', '--name', 'Fleet'])
  const long = home.run(['cards', 'mock', '--project', id, '--count', '8000', '--seed', '1', '--json'])
  // The first one owns the folder; the others find it.
  const counts = await Promise.all(
    [1, 2].map(() => home.json<{ total: number }>(['cards', 'list', '--project', id, '--limit', '1'])),
  )
  for (const { total } of counts) expect(total).toBeLessThanOrEqual(8_000)
  expect(JSON.parse((await long).stdout)).toEqual({ created: 8_000, seed: 1 })
})

test('an owner that does not answer is reported after a while', async () => {
  const home = createHome()
  const lock = acquireFolderLock(home.dataDir)
  writeFileSync(
    join(home.dataDir, 'owner.json'),
    JSON.stringify({ pid: process.pid, kind: 'desktop', socket: join(home.dir, 'nobody.sock') }),
  )
  const ending = await home.run(['projects', 'list', '--json'])
  lock?.release()
  expect(ending.code).toBe(3)
  expect(JSON.parse(ending.stderr)).toEqual({
    code: 'error.folder_in_use',
    message: `The data folder ${home.dataDir} is in use by the desktop app (process ${process.pid})`,
  })
})

test('with a certificate it speaks TLS, to the configured hosts', async () => {
  const home = createHome()
  const fixtures = join(import.meta.dirname, '../fixtures/tls')
  const service = await home.serve([
    '--no-demo',
    '--host',
    '0.0.0.0',
    '--tls-cert',
    join(fixtures, 'cert.pem'),
    '--tls-key',
    join(fixtures, 'key.pem'),
    '--allowed-host',
    'fuel.example',
  ])
  expect(service.ready.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:/)
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      httpsRequest(
        `${service.ready.baseUrl}/health`,
        { ca: readFileSync(join(fixtures, 'cert.pem')), servername: 'localhost', headers: { Host: host } },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
        .on('error', reject)
        .end()
    })
  expect(await statusFor('fuel.example')).toBe(200)
  expect(await statusFor('evil.example')).toBe(403)
  expect((await service.end('SIGTERM')).code).toBe(0)
})

// Only a bundle can get this wrong: a worker thread, a reference or a page that the program does not find.
test('the parts of the program are where it expects them', async () => {
  const home = createHome()
  expect(readFileSync(PROGRAM, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true)
  const service = await home.serve()
  const project = await home.json<Project>(['projects', 'create', '--name', 'Fleet'])
  await home.json(['cards', 'mock', '--count', '20', '--seed', '1'])
  const file = join(home.dir, 'cards.xlsx')
  expect(await home.json(['cards', 'export', file])).toEqual({ file, cards: 20 })
  expect(await home.json(['cards', 'import', file])).toMatchObject({ leave: 20 })
  expect(await home.json(['cards', 'list', '--search', '782', '--limit', '1'])).toMatchObject({ total: 20 })
  const { path } = await home.json<{ path: string }>(['backup'])
  await home.json(['restore', path])
  expect(await home.json(['check'])).toMatchObject({ ok: true })
  expect((await fetch(`${service.ready.baseUrl}/docs`)).status).toBe(200)
  expect((await fetch(service.ready.baseUrl.replace('/v1', '/'))).status).toBe(200)
  expect(await home.json(['projects', 'list'])).toEqual([project])
  expect((await service.end('SIGTERM')).code).toBe(0)
})
