import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { Engine } from '../../../../src-main/engine/engine.ts'
import { fakeClock, type FakeClock } from '../../../support/clock.ts'
import { openTwoInstances } from '../../../support/instances.ts'

let here: Engine
let there: Engine
let wallClock: FakeClock
beforeEach(async () => {
  wallClock = fakeClock()
  ;({ here, there } = await openTwoInstances({ wallClock }))
})

const text = (path: string) => readFile(path, 'utf8')

it('a file whose pieces arrive at both instances is used at either, and by its owner only', async () => {
  const id = await here.exchange.of('ada').begin('cards.csv', 6)
  expect(await there.exchange.of('ada').append(id, 0, Buffer.from('abc'))).toBe(3)
  await expect(here.exchange.of('ada').append(id, 0, Buffer.from('abc'))).rejects.toThrow(/begins at 3/)
  expect(await here.exchange.of('ada').append(id, 3, Buffer.from('def'))).toBe(6)
  expect(
    await there.exchange.of('ada').withUpload(id, ({ path, name }) => text(path).then((read) => [name, read])),
  ).toEqual(['cards.csv', 'abcdef'])
  await expect(there.exchange.of('grace').withUpload(id, ({ path }) => text(path))).rejects.toMatchObject({
    code: 'error.validation',
  })
  // Nothing stays on the machine that worked on it.
  expect(readdirSync(join(there.dataDir, 'exchange'))).toEqual([])
})

it('a file that one instance offers is read at the other, over the borders of its pieces', async () => {
  const bytes = Buffer.alloc(1_300_000, 'fuelcard ')
  const { download } = await here.exchange.of('ada').offer('cards.xlsx', (path) => writeFile(path, bytes))
  const files = there.exchange.of('ada')
  const parts: Buffer[] = []
  for (let done = false, offset = 0; !done;) {
    const piece = await files.read(download.downloadId, offset, 400_000)
    parts.push(piece.data)
    offset += piece.data.length
    done = piece.done
  }
  expect(Buffer.concat(parts).equals(bytes)).toBe(true)
})

it('a file discarded at one instance aborts the work on it at the other', async () => {
  const id = await here.exchange.of('ada').begin('cards.csv', 1)
  await here.exchange.of('ada').append(id, 0, Buffer.from('x'))
  await there.exchange.of('ada').withUpload(id, async ({ discarded }) => {
    const aborted = new Promise((resolve) => discarded.addEventListener('abort', resolve, { once: true }))
    await here.exchange.of('ada').discard(id)
    await aborted
  })
  await expect(there.exchange.of('ada').withUpload(id, async () => {})).rejects.toMatchObject({
    code: 'error.validation',
  })
})

it('files are gone after 15 minutes without use, and a person has room for 64', async () => {
  const files = here.exchange.of('ada')
  for (let made = 0; made < 64; made += 1) await files.begin('cards.csv', 1)
  await expect(there.exchange.of('ada').begin('cards.csv', 1)).rejects.toMatchObject({ code: 'error.unavailable' })
  wallClock.advance(16 * 60_000)
  expect(await there.exchange.of('ada').begin('cards.csv', 1)).toMatch(/^up_/)
})
