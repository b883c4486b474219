import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createExchange } from '../../../../src-main/engine/desk/file-exchange.ts'
import { fakeClock } from '../../../support/clock.ts'
import { temporaryFolder } from '../../../support/folder.ts'

const MINUTE_MS = 60_000
const MEGABYTE = 1024 * 1024

function open() {
  const dataDir = temporaryFolder()
  const clock = fakeClock()
  const whole = createExchange(dataDir, clock)
  onTestFinished(() => whole.stop())
  const exchange = { ...whole, ...whole.of('ada') }
  const folder = join(dataDir, 'exchange')
  return { exchange, clock, folder, files: () => (existsSync(folder) ? readdirSync(folder) : []) }
}

const refused = (field: string, message: RegExp) =>
  expect.objectContaining({
    code: 'error.validation',
    details: [expect.objectContaining({ field, message: expect.stringMatching(message) as string })],
  }) as Error
const bytes = (text: string) => Buffer.from(text)

test('a file arrives in pieces, in order, and can be used once it is complete', async () => {
  const { exchange } = open()
  const id = await exchange.begin('../../cards.csv', 6)
  expect(await exchange.append(id, 0, bytes('abc'))).toBe(3)
  const work = () => exchange.withUpload(id, ({ path, name }) => Promise.resolve([name, statSync(path).size]))
  await expect(work()).rejects.toThrow(refused('uploadId', /3 of 6 bytes/))
  for (const offset of [0, 2, 4])
    await expect(exchange.append(id, offset, bytes('d'))).rejects.toThrow(refused('offset', /begins at 3/))
  await expect(exchange.append(id, 3, bytes('defg'))).rejects.toThrow(refused('data', /6 bytes/))
  expect(await exchange.append(id, 3, bytes('def'))).toBe(6)
  expect(await work()).toEqual(['../../cards.csv', 6])
})

test('files are readable for their owner only, and their names reveal nothing', async () => {
  const { exchange, folder, files } = open()
  await exchange.begin('../Ada Lovelace.CSV', 1)
  await exchange.offer('x/..\\Grace.xlsx', (path) => writeFile(path, 'x', { mode: 0o644 }))
  for (const name of files()) {
    expect(name).toMatch(/^(?:up|down)_[0-9A-Za-z]{24}\.(?:csv|xlsx)$/)
    if (process.platform !== 'win32') expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  }
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('an offered file is read piece by piece to its end', async () => {
  const { exchange } = open()
  const { download, result } = await exchange.offer('cards.csv', async (path) => {
    await writeFile(path, 'abcdefg')
    return 7
  })
  expect({ ...download, result }).toEqual({
    downloadId: download.downloadId,
    name: 'cards.csv',
    sizeBytes: 7,
    result: 7,
  })
  expect(await exchange.read(download.downloadId, 0, 4)).toEqual({ data: bytes('abcd'), done: false })
  expect(await exchange.read(download.downloadId, 4, 4)).toEqual({ data: bytes('efg'), done: true })
  expect(await exchange.read(download.downloadId, 7, 4)).toEqual({ data: bytes(''), done: true })
  await expect(exchange.read(download.downloadId, 8, 4)).rejects.toThrow(refused('offset', /ends at 7/))
})

test('an upload cannot be downloaded, nor a download uploaded to', async () => {
  const { exchange } = open()
  const id = await exchange.begin('a.csv', 0)
  await expect(exchange.read(id, 0, 1)).rejects.toThrow(refused('downloadId', /not there/))
  const { download } = await exchange.offer('a.csv', (path) => writeFile(path, ''))
  await expect(exchange.withUpload(download.downloadId, () => Promise.resolve())).rejects.toThrow(
    refused('uploadId', /not there/),
  )
})

test('a file not asked for in 15 minutes is removed; one in use stays', async () => {
  const { exchange, clock, files } = open()
  const [left, used] = [await exchange.begin('left.csv', 0), await exchange.begin('used.csv', 0)]
  const working = Promise.withResolvers<void>()
  const work = exchange.withUpload(used, () => working.promise)
  clock.advance(16 * MINUTE_MS)
  await exchange.begin('next.csv', 0)
  expect(files()).toHaveLength(2)
  await expect(exchange.withUpload(left, () => Promise.resolve())).rejects.toThrow(
    refused('uploadId', /choose it again/),
  )
  working.resolve()
  await work
  clock.advance(14 * MINUTE_MS)
  await exchange.withUpload(used, () => Promise.resolve())
})

test('discarding a file ends the work on it', async () => {
  const { exchange, files } = open()
  const id = await exchange.begin('cards.csv', 0)
  const begun = Promise.withResolvers<void>()
  const work = exchange.withUpload(id, ({ discarded }) => {
    begun.resolve()
    return new Promise((_resolve, reject) => discarded.addEventListener('abort', () => reject(new Error('ended'))))
  })
  const next = exchange.withUpload(id, () => Promise.resolve('not reached'))
  await begun.promise
  await exchange.discard(id)
  await expect(work).rejects.toThrow('ended')
  await expect(next).rejects.toThrow('The file was discarded')
  expect(files()).toEqual([])
})

test('the total size of the files is bounded; those read to their end make room', async () => {
  const { exchange } = open()
  const { download } = await exchange.offer('read.csv', (path) => writeFile(path, 'x'))
  for (let number = 0; number < 5; number++) await exchange.begin('large.csv', 200 * MEGABYTE)
  await expect(exchange.begin('one-more.csv', 200 * MEGABYTE)).rejects.toMatchObject({ code: 'error.unavailable' })
  await exchange.begin('rest.csv', 24 * MEGABYTE - 1)
  await expect(exchange.begin('byte.csv', 1)).rejects.toMatchObject({ code: 'error.unavailable' })
  await exchange.read(download.downloadId, 0, 1)
  await exchange.begin('byte.csv', 1)
})

test.skipIf(process.platform !== 'linux')('a full disk is told in words, and nothing is kept', async () => {
  const { exchange, folder, files } = open()
  const id = await exchange.begin('cards.csv', 10)
  const [name = ''] = files()
  rmSync(join(folder, name))
  symlinkSync('/dev/full', join(folder, name))
  await expect(exchange.append(id, 0, bytes('abc'))).rejects.toMatchObject({
    code: 'error.unavailable',
    message: expect.stringContaining('is full') as string,
  })
  expect(files()).toEqual([])
  await expect(
    exchange.offer('cards.csv', async (path) => {
      symlinkSync('/dev/full', path)
      await writeFile(path, 'abc')
    }),
  ).rejects.toMatchObject({ code: 'error.unavailable' })
  expect(files()).toEqual([])
})

test('no file outlives a stop, nor a crash before a start', async () => {
  const { exchange, folder } = open()
  await exchange.begin('cards.csv', 1)
  await exchange.stop()
  expect(existsSync(folder)).toBe(false)
  mkdirSync(folder)
  writeFileSync(join(folder, 'left behind'), 'Ada')
  const next = createExchange(join(folder, '..'), fakeClock())
  expect(existsSync(folder)).toBe(false)
  await next.stop()
})

test('a file belongs to its maker: for others it is not there', async () => {
  const { exchange } = open()
  const grace = exchange.of('grace')
  const id = await exchange.begin('a.csv', 1)
  await expect(grace.append(id, 0, bytes('a'))).rejects.toThrow(refused('uploadId', /not there/))
  await grace.discard(id)
  expect(await exchange.append(id, 0, bytes('a'))).toBe(1)
  await expect(grace.withUpload(id, () => Promise.resolve())).rejects.toThrow(refused('uploadId', /not there/))
  const { download } = await exchange.offer('b.csv', (path) => writeFile(path, 'b'))
  await expect(grace.read(download.downloadId, 0, 1)).rejects.toThrow(refused('downloadId', /not there/))
})
