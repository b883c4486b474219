import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BulkJob, BulkPreview, BulkResult } from '../../src-main/domain/cards/bulk.ts'
import type { Card } from '../../src-main/domain/card.ts'
import { createHome, type Home } from '../support/program.ts'

type Applied = BulkJob & { applied: boolean }

async function cardsOf(home: Home, environment = 'sandbox'): Promise<Card[]> {
  return (
    await home.json<{ docs: Card[] }>([
      'cards',
      'list',
      '--environment',
      environment,
      '--limit',
      '100',
      '--sort',
      'id',
      '--direction',
      'asc',
    ])
  ).docs
}

const states = (cards: readonly Card[]) => cards.map(({ id, status, driver }) => ({ id, status, driver }))

describe('bulk commands on the command line', () => {
  test('a disable is previewed, done, reported per card and undone, in a running service', async () => {
    const home = createHome()
    await home.json(['projects', 'create', '--name', 'Fleet'])
    await home.json(['cards', 'mock', '--count', '90', '--seed', '5'])
    const service = await home.serve()
    const before = await cardsOf(home)
    const active = before.filter(({ status }) => status === 'active')

    expect(await home.json<BulkPreview>(['cards', 'bulk', 'disable', '--all'])).toMatchObject({
      applied: false,
      total: 90,
      allowed: active.length,
      refusedTotal: 90 - active.length,
    })
    expect(states(await cardsOf(home))).toEqual(states(before))
    const job = await home.json<Applied>(['cards', 'bulk', 'disable', '--all', '--apply', '--reason', 'Season over'])
    expect(job).toMatchObject({
      applied: true,
      state: 'done',
      reason: 'Season over',
      succeeded: active.length,
      failed: 90 - active.length,
    })
    const results = await home.json<{ docs: BulkResult[]; total: number }>([
      'cards',
      'bulk',
      'results',
      job.id,
      '--outcome',
      'refused',
    ])
    expect(results.total).toBe(90 - active.length)
    const file = join(home.dir, 'results.csv')
    await home.json(['cards', 'bulk', 'results', job.id, '--file', file])
    expect(readFileSync(file, 'utf8').trimEnd().split('\r\n')).toHaveLength(91)

    expect(await home.json<BulkJob>(['cards', 'undo', '--job', job.id])).toMatchObject({
      command: 'undo',
      succeeded: active.length,
    })
    expect(states(await cardsOf(home))).toEqual(states(before))
    expect((await home.json<BulkJob[]>(['cards', 'bulk', 'list'])).map(({ command }) => command)).toEqual([
      'undo',
      'disable',
    ])

    const rows = before.filter(({ status }) => status === 'new').slice(0, 2)
    const list = join(home.dir, 'new vans.csv')
    writeFileSync(
      list,
      `Card number,Plate,Driver\n${rows.map(({ cardNumber }, index) => `${cardNumber},B-${index} 1,Driver ${index}`).join('\n')}\n`,
    )
    expect(await home.json<Applied>(['cards', 'bulk', 'activate', '--file', list, '--apply'])).toMatchObject({
      succeeded: 2,
    })
    expect(await home.json<Card>(['cards', 'get', rows[1]?.cardNumber ?? ''])).toMatchObject({
      status: 'active',
      driver: 'Driver 1',
    })
    expect(await home.json<Card>(['cards', 'undo', '--card', rows[1]?.cardNumber ?? ''])).toMatchObject({
      status: 'inactive',
    })
    expect(
      await home.json<Applied>(['cards', 'bulk', 'update', '--all', '--set-cost-centre', '4711', '--apply']),
    ).toMatchObject({ command: 'update', succeeded: 90, failed: 0 })
    expect(await home.json(['cards', 'list', '--cost-centre', '4711'])).toMatchObject({ total: 90 })
    await service.end('SIGTERM')
  })

  test('production asks for the number of affected cards, and a wrong one changes nothing', async () => {
    const home = createHome()
    await home.json(['projects', 'create', '--name', 'Fleet'])
    const file = join(home.dir, 'export.csv')
    writeFileSync(
      file,
      `Card number,Status\n${['1', '2', '3', '4'].map((digit) => `78252100900015370${digit},${digit === '4' ? 'inactive' : 'active'}`).join('\n')}\n`,
    )
    await home.json(['cards', 'import', file, '--environment', 'production', '--apply'])
    const asked = [
      'cards',
      'bulk',
      'disable',
      '--environment',
      'production',
      '--card',
      '782521009000153701',
      '7825 2100 9000 1537 02',
      '782521009000153704',
      '--apply',
    ]
    // Three are selected, one of which is already disabled.
    const preview = await home.run(asked.filter((word) => word !== '--apply'))
    expect(preview.stdout).toContain('add --apply --confirm 2 to do it')
    expect(await home.run(asked)).toMatchObject({ code: 2, stderr: expect.stringContaining('--confirm 2') as string })
    expect(await home.run([...asked, '--confirm', '3'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('2 cards would change, not 3') as string,
    })
    expect((await cardsOf(home, 'production')).map(({ status }) => status)).toEqual([
      'active',
      'active',
      'active',
      'inactive',
    ])
    expect(await home.json<Applied>([...asked, '--confirm', '2'])).toMatchObject({
      succeeded: 2,
      failed: 1,
      state: 'done',
    })
    expect((await cardsOf(home, 'production')).map(({ status }) => status)).toEqual([
      'inactive',
      'inactive',
      'active',
      'inactive',
    ])
  })

  test('cards are selected in one way only', async () => {
    const home = createHome()
    await home.json(['projects', 'create', '--name', 'Fleet'])
    const emptied = await home.run(['cards', 'bulk', 'update', '--all', '--set-cost-centre', ' '])
    expect(emptied).toMatchObject({ code: 2, stderr: expect.stringContaining('It must not be empty') as string })
    for (const words of [
      ['disable'],
      ['disable', '--all', '--status', 'new'],
      ['disable', '--all', '--file', 'x.csv'],
      ['activate'],
    ]) {
      expect(await home.run(['cards', 'bulk', ...words])).toMatchObject({ code: 2 })
    }
  })

  test('in a held environment no command waits: it says why, and how to go on', async () => {
    const home = createHome()
    await home.json(['projects', 'create', '--name', 'Fleet'])
    await home.json(['cards', 'mock', '--count', '20', '--seed', '5'])
    const { path } = await home.json<{ path: string }>(['backup'])
    const restored = await home.run(['restore', path])
    expect(restored).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /Held: sandbox, production\..*release them in the page, or run: .*resume/,
      ) as string,
    })
    const asked = await home.run(['cards', 'bulk', 'disable', '--status', 'active', '--apply', '--json'])
    expect(asked).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('sandbox is held since a restore') as string,
    })
    expect(asked.stderr).toContain('resume --environment sandbox')
    expect(JSON.parse(asked.stdout)).toMatchObject({ applied: true, state: 'queued', succeeded: 0 })
  })
})
