import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { ServiceError } from '../../../src-main/domain/errors.ts'
import { hasKeyStore, safeStorageKey } from '../../../src-main/desktop/safe-storage-key.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { keyStore } from './electron-stand-in.ts'

vi.mock('electron', () => import('./electron-stand-in.ts'))

afterEach(() => {
  Object.assign(keyStore, { available: true, backend: 'gnome_libsecret', shouldReEncrypt: false, generation: 1 })
})

const FOLDER = '0b7e4f6e-8a53-4a43-9a3a-3a4c1a1f0001'

it('keeps a key that only the key store can read, for its own folder', async () => {
  const place = temporaryFolder()
  const source = safeStorageKey(place)
  expect(await source.load(FOLDER)).toBeNull()
  const key = await source.create(FOLDER)
  expect(key).toHaveLength(32)
  expect(Buffer.from((await safeStorageKey(place).load(FOLDER)) ?? [])).toEqual(Buffer.from(key ?? []))
  expect(await source.load('another folder')).toBeNull()
  const [file = ''] = readdirSync(place)
  expect(readFileSync(join(place, file), 'utf8')).not.toContain(Buffer.from(key ?? []).toString('base64'))
  if (process.platform !== 'win32') expect(statSync(join(place, file)).mode & 0o777).toBe(0o600)
})

it('keeps a key that came with a backup', async () => {
  const source = safeStorageKey(temporaryFolder())
  const key = Buffer.alloc(32, 7)
  await source.install?.(FOLDER, key)
  expect(Buffer.from((await source.load(FOLDER)) ?? [])).toEqual(key)
})

it('wraps the key anew when the key store asks for it', async () => {
  const place = temporaryFolder()
  const source = safeStorageKey(place)
  const key = await source.create(FOLDER)
  Object.assign(keyStore, { shouldReEncrypt: true, generation: 2 })
  expect(Buffer.from((await source.load(FOLDER)) ?? [])).toEqual(Buffer.from(key ?? []))
  const [file = ''] = readdirSync(place)
  expect(readFileSync(join(place, file), 'utf8')).toMatch(/^sealed2:/)
})

it('never replaces a key that cannot be opened', async () => {
  const place = temporaryFolder()
  const source = safeStorageKey(place)
  await source.create(FOLDER)
  const [file = ''] = readdirSync(place)
  writeFileSync(join(place, file), 'made by someone else')
  await expect(source.load(FOLDER)).rejects.toMatchObject({ code: 'error.data_key' })
  expect(readFileSync(join(place, file), 'utf8')).toBe('made by someone else')
})

it('creates no key without a key store', async () => {
  const place = temporaryFolder()
  keyStore.available = false
  await expect(safeStorageKey(place).create(FOLDER)).rejects.toThrow(ServiceError)
  expect(readdirSync(place)).toEqual([])
})

it.runIf(process.platform === 'linux')('knows when the key store protects nothing', () => {
  expect(hasKeyStore()).toBe(true)
  keyStore.backend = 'basic_text'
  expect(hasKeyStore()).toBe(false)
})
