import { beforeEach, describe, expect, it } from 'vitest'
import type { ChangeNote } from '../../../src-main/database/change-notes.ts'
import { DatabaseError } from '../../../src-main/database/database-error.ts'
import type { EnvironmentSchema } from '../../../src-main/database/schema.ts'
import { jsonTexts } from '../../../src-main/database/primitives.ts'
import type { Store, Transaction } from '../../../src-main/database/store.ts'
import { newDatabase } from '../../support/core.ts'
import { eventually } from '../../support/eventually.ts'
import { temporaryFolder } from '../../support/folder.ts'

type Sandbox = Transaction<EnvironmentSchema>

let store: Store<EnvironmentSchema>

beforeEach(async () => {
  store = await newDatabase('sandbox', temporaryFolder())
})

const put = (transaction: Sandbox, name: string, value = '') =>
  transaction.run(transaction.build.insertInto('environment_state').values({ name, value }))
const names = async (from: Pick<Sandbox, 'all' | 'build'> = store) =>
  (await from.all(from.build.selectFrom('environment_state').select('name').orderBy('name'))).map(({ name }) => name)
const noteOf = (key: string) => ({ name: 'test', key }) as unknown as ChangeNote
const refused = () => {
  throw new Error('refused')
}

describe('a unit of work', () => {
  it('returns its result once it is kept, and reads what it wrote', async () => {
    const read = await store.write(async (transaction) => {
      expect(await put(transaction, 'a')).toBe(1)
      return names(transaction)
    })
    expect(read).toEqual(['a'])
    expect(await names()).toEqual(['a'])
  })

  it('that fails is undone alone, whatever is written with it', async () => {
    const works = ['a', 'b', 'c', 'd'].map((name) =>
      store.write(async (transaction) => {
        await put(transaction, name)
        if (name === 'b') refused()
        return name
      }),
    )
    expect((await Promise.allSettled(works)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    await expect(works[1]).rejects.toThrow('refused')
    expect(await names()).toEqual(['a', 'c', 'd'])
  })

  it('that breaks a rule of the schema fails alone, with an error that is no fault of the store', async () => {
    const [first, second, third] = await Promise.allSettled(
      ['a', 'a', 'b'].map((name) => store.write((transaction) => put(transaction, name))),
    )
    expect([first?.status, second?.status, third?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((second as PromiseRejectedResult).reason).not.toBeInstanceOf(DatabaseError)
    expect(await names()).toEqual(['a', 'b'])
  })

  it('runs in the order in which it was asked for', async () => {
    const order: number[] = []
    await Promise.all([1, 2, 3, 4, 5].map((number) => store.write(async () => void order.push(number))))
    expect(order).toEqual([1, 2, 3, 4, 5])
  })

  it('has a transaction that is of no use after it', async () => {
    let kept: Sandbox | undefined
    await store.write(async (transaction) => {
      kept = transaction
    })
    await expect(async () => kept && (await put(kept, 'late'))).rejects.toThrow()
    expect(await names()).toEqual([])
  })

  it('that runs twice, to show that it can, is kept once', async () => {
    const twice = await newDatabase('sandbox', temporaryFolder(), { repeatWorks: true })
    let runs = 0
    await twice.write(async (transaction) => {
      runs += 1
      await put(transaction, `run ${runs}`)
    })
    expect([runs, await names(twice)]).toEqual([2, ['run 2']])
  })
})

describe('an attempt', () => {
  it('that fails is undone, and the work around it goes on', async () => {
    const notes: ChangeNote[][] = []
    store.onChanges((given) => void notes.push([...given]))
    const ended: string[] = []
    const end = async (_: unknown, items: readonly string[]) => void ended.push(...items)
    await store.write(async (transaction) => {
      await put(transaction, 'before')
      await transaction
        .attempt(async () => {
          await put(transaction, 'attempted')
          transaction.note(noteOf('attempted'))
          transaction.atEnd(end, 'attempted')
          refused()
        })
        .catch(() => {})
      await put(transaction, 'after')
      transaction.atEnd(end, 'after')
    })
    expect(await names()).toEqual(['after', 'before'])
    expect(notes.flat()).toEqual([])
    expect(ended).toEqual(['after'])
  })

  it('may break a rule of the schema', async () => {
    await store.write(async (transaction) => {
      await put(transaction, 'a')
      await expect(transaction.attempt(() => put(transaction, 'a'))).rejects.toThrow()
      await put(transaction, 'b')
    })
    expect(await names()).toEqual(['a', 'b'])
  })
})

describe('what a work leaves for its end', () => {
  it('is written together, after all else', async () => {
    const written: string[][] = []
    await store.write(async (transaction) => {
      const end = async (_: unknown, items: readonly string[]) => {
        written.push([...items, ...(await names(transaction))])
      }
      transaction.atEnd(end, 'first')
      await put(transaction, 'a')
      transaction.atEnd(end, 'second')
    })
    expect(written).toEqual([['first', 'second', 'a']])
  })

  it('undoes the work if it fails', async () => {
    await expect(
      store.write(async (transaction) => {
        await put(transaction, 'a')
        transaction.atEnd(async () => refused(), 'item')
      }),
    ).rejects.toThrow('refused')
    expect(await names()).toEqual([])
  })
})

describe('notes', () => {
  it('are published after the commit, and never those of work that was undone', async () => {
    const seen: unknown[] = []
    const stop = store.onChanges((notes) => void seen.push(...notes))
    await Promise.allSettled(
      ['a', 'b', 'c'].map((name) =>
        store.write(async (transaction) => {
          transaction.note(noteOf(name))
          expect(seen).not.toContainEqual(noteOf(name))
          if (name === 'b') refused()
        }),
      ),
    )
    await eventually(() => expect(seen).toEqual([noteOf('a'), noteOf('c')]))
    stop()
    await store.write(async (transaction) => transaction.note(noteOf('d')))
    expect(seen).toHaveLength(2)
  })
})

describe('a store', () => {
  it('writes nothing while it is held, and then what waited', async () => {
    const release = await store.holdWrites()
    const written = store.write((transaction) => put(transaction, 'a'))
    expect(await names()).toEqual([])
    release()
    await written
    expect(await names()).toEqual(['a'])
  })

  it('finishes what waits before it closes', async () => {
    const works = ['a', 'b', 'c'].map((name) => store.write((transaction) => put(transaction, name)))
    await store.close()
    expect(await Promise.all(works)).toEqual([1, 1, 1])
  })

  it('changes its version with every commit', async () => {
    const before = store.version()
    await store.write((transaction) => put(transaction, 'a'))
    expect(store.version()).not.toBe(before)
  })

  it('keeps any text that can be typed or pasted', async () => {
    const text = 'Ä ß 王 🚗 \u{10ffff} \\ % _ \' " $1 ? :a \n\t'
    await store.write((transaction) => put(transaction, 'a', text))
    expect(await store.first(store.build.selectFrom('environment_state').select('value'))).toEqual({ value: text })
    // No store that keeps text as such has NUL and half characters everywhere; none refuses them.
    await store.write((transaction) => put(transaction, 'b', 'a\0b\ud800'))
    expect(await names()).toEqual(['a', 'b'])
  })

  it('reads lists of any texts', async () => {
    const texts = ['a', String.raw`\u0000`, String.raw`\\u0000`, '"', '\n', '\0']
    await store.write(async (transaction) => {
      for (const text of texts) await put(transaction, text)
    })
    const found = await store.all(
      store.build
        .selectFrom('environment_state')
        .select('name')
        .where('name', 'in', jsonTexts(JSON.stringify(texts))),
    )
    expect(found).toHaveLength(texts.length)
  })

  it('answers for a list of nothing: no row is in it', async () => {
    await store.write((transaction) => put(transaction, 'a'))
    const all = store.build.selectFrom('environment_state').select('name')
    expect(await store.all(all.where('name', 'in', []))).toEqual([])
    expect(await store.all(all.where('name', 'not in', []))).toHaveLength(1)
  })

  it('sorts text byte by byte', async () => {
    const sorted = ['A', 'B', 'Z', 'a', 'z', 'Ä', 'ä', 'ｚ', '🚗']
    await store.write(async (transaction) => {
      for (const name of sorted.toReversed()) await put(transaction, name)
    })
    expect(await names()).toEqual(sorted)
  })
})
