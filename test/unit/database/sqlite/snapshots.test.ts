import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openConnection, openReadOnlyConnection } from '../../../../src-main/database/sqlite/connection.ts'
import { openDatabase } from '../../../../src-main/database/sqlite/open-database.ts'
import type { Store } from '../../../../src-main/database/store.ts'
import { digestOf } from '../../../../src-main/database/durable.ts'
import { DATABASE_KINDS } from '../../../../src-main/database/sqlite/database-kinds.ts'
import { prepareFile } from '../../../../src-main/database/sqlite/prepare-file.ts'
import type { ControlSchema, EnvironmentSchema } from '../../../../src-main/database/schema.ts'
import { copySnapshots } from '../../../../src-main/database/sqlite/snapshots.ts'
import { temporaryFolder } from '../../../support/folder.ts'

interface Three {
  folder: string
  control: Store<ControlSchema>
  sandbox: Store<EnvironmentSchema>
  production: Store<EnvironmentSchema>
}

function openThree(): Three {
  const folder = temporaryFolder()
  const open = <Schema>(kind: keyof typeof DATABASE_KINDS): Store<Schema> => {
    const file = join(folder, DATABASE_KINDS[kind].fileName)
    prepareFile(file, kind, () => {})
    const database = openDatabase<Schema>({ file })
    onTestFinished(() => database.close())
    return database
  }
  return {
    folder,
    control: open<ControlSchema>('control'),
    sandbox: open<EnvironmentSchema>('sandbox'),
    production: open<EnvironmentSchema>('production'),
  }
}

const targets = (three: Three, name: string) => ({
  control: { database: three.control, target: join(three.folder, `${name}-control`) },
  sandbox: { database: three.sandbox, target: join(three.folder, `${name}-sandbox`) },
  production: { database: three.production, target: join(three.folder, `${name}-production`) },
})

/** Counts up in all three, one after the other: at any moment control ≥ sandbox ≥ production ≥ control − 1. */
function countUp(three: Three): { stop: () => Promise<number> } {
  const ending = new AbortController()
  let count = 0
  const environments = [three.sandbox, three.production]
  const work = (async () => {
    while (!ending.signal.aborted) {
      count += 1
      const value = String(count)
      await three.control.write((transaction) =>
        transaction.run(
          transaction.build
            .insertInto('setting')
            .values({ name: 'count', value })
            .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
        ),
      )
      for (const environment of environments) {
        await environment.write((transaction) =>
          transaction.run(
            transaction.build
              .insertInto('environment_state')
              .values({ name: 'count', value })
              .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
          ),
        )
      }
    }
  })()
  return {
    stop: async () => {
      ending.abort()
      await work
      return count
    },
  }
}

function countIn(file: string, table: string): number {
  const sqlite = openReadOnlyConnection(file)
  try {
    return Number(
      sqlite.prepare<[], { value: string }>(`SELECT value FROM ${table} WHERE name = 'count'`).get()?.value ?? 0,
    )
  } finally {
    sqlite.close()
  }
}

function namesIn(file: string, table: string): string[] {
  const sqlite = openReadOnlyConnection(file)
  try {
    return sqlite.prepare<[], string>(`SELECT name FROM ${table} ORDER BY name`).pluck().all()
  } finally {
    sqlite.close()
  }
}

/** At once, bypassing the queue. */
function write(file: string, sql: string): void {
  const sqlite = openConnection(file)
  sqlite.exec(sql)
  sqlite.close()
}

const never = new AbortController().signal

describe('snapshots of several databases', () => {
  it('show them all at one moment, even while all of them are written', async () => {
    const three = openThree()
    const counting = countUp(three)
    const moments: number[] = []
    for (let round = 0; round < 12; round++) {
      await copySnapshots(targets(three, String(round)), never)
      const control = countIn(join(three.folder, `${round}-control`), 'setting')
      const [sandbox = -1, production = -1] = ['sandbox', 'production'].map((kind) =>
        countIn(join(three.folder, `${round}-${kind}`), 'environment_state'),
      )
      expect(
        [control - sandbox, sandbox - production, control - production].every((ahead) => ahead === 0 || ahead === 1),
        `${control} ${sandbox} ${production}`,
      ).toBe(true)
      moments.push(control)
    }
    const last = await counting.stop()
    // Writes continued during the copying, and each copy shows a later moment.
    expect(moments).toEqual([...moments].sort((left, right) => left - right))
    expect(last).toBeGreaterThan(moments[0] ?? Infinity)
  })

  it('are of the moment at which writes to all of them were held', async () => {
    const three = openThree()
    const order: string[] = []
    const watched = (name: 'control' | 'sandbox' | 'production') => {
      const table = name === 'control' ? 'setting' : 'environment_state'
      const { file } = three[name]
      return {
        file,
        holdWrites: async () => {
          order.push(`hold ${name}`)
          write(file, `INSERT INTO ${table} VALUES ('before', '')`)
          const release = await three[name].holdWrites()
          return () => {
            order.push(`release ${name}`)
            release()
            // By then each of the three has begun: anything later is too late for all of them.
            write(file, `INSERT INTO ${table} VALUES ('after', '')`)
          }
        },
      }
    }
    const { control, sandbox, production } = targets(three, 'held')
    await copySnapshots(
      {
        control: { ...control, database: watched('control') },
        sandbox: { ...sandbox, database: watched('sandbox') },
        production: { ...production, database: watched('production') },
      },
      never,
    )
    expect(order).toEqual([
      'hold control',
      'hold sandbox',
      'hold production',
      'release control',
      'release sandbox',
      'release production',
    ])
    expect(namesIn(control.target, 'setting')).toEqual(['before'])
    for (const { target } of [sandbox, production]) expect(namesIn(target, 'environment_state')).toEqual(['before'])
  })

  it('are single files without companions, described by size, hash and the end of the audit chain', async () => {
    const three = openThree()
    const copies = await copySnapshots(targets(three, 'copy'), never)
    for (const kind of ['control', 'sandbox', 'production'] as const) {
      const file = join(three.folder, `copy-${kind}`)
      expect(existsSync(`${file}-wal`) || existsSync(`${file}-shm`)).toBe(false)
      // Bytes 18 and 19 of the header: 1 is a rollback journal, 2 would be a write-ahead log.
      expect([...readFileSync(file).subarray(18, 20)]).toEqual([1, 1])
      expect(copies[kind]).toEqual({ ...(await digestOf(file)), auditHead: { count: 0, hash: '' } })
    }
  })

  it('release writes after a failure', async () => {
    const three = openThree()
    const write = () =>
      three.control.write((transaction) =>
        transaction.run(
          transaction.build
            .insertInto('setting')
            .values({ name: 'x', value: '' })
            .onConflict((conflict) => conflict.doNothing()),
        ),
      )
    const blocked = join(three.folder, 'blocked')
    writeFileSync(blocked, '')
    const failing = copySnapshots({ control: { database: three.control, target: join(blocked, 'control') } }, never)
    await expect(failing).rejects.toThrow()
    await write()
  })

  it('refuse a database that is damaged, and name it', async () => {
    const three = openThree()
    await three.sandbox.close()
    const bytes = readFileSync(three.sandbox.file)
    const middle = Math.floor(bytes.length / 4096 / 2) * 4096
    bytes.fill(0xa5, middle, middle + 4096)
    writeFileSync(three.sandbox.file, bytes)
    const damaged = { file: three.sandbox.file, holdWrites: async () => () => {} }
    await expect(
      copySnapshots({ sandbox: { database: damaged, target: join(three.folder, 'copy') } }, never),
    ).rejects.toMatchObject({ fault: 'corrupt', file: three.sandbox.file })
  })

  it('end when aborted', async () => {
    const three = openThree()
    const ending = new AbortController()
    const copying = copySnapshots(targets(three, 'ended'), ending.signal)
    ending.abort()
    await expect(copying).rejects.toThrow('ended')
  })
})
