import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { chooseKeySource, eitherKeySource, folderSource } from '../../../src-main/bridge/data-key-sources.ts'
import { temporaryFolder } from '../../support/folder.ts'

const KEY = Buffer.from('00112233445566778899aabbccddeeff00112233445566778899aabbccddeefb', 'hex')
const FOLDER_ID = '0b0f7a52-9d4e-4c7a-8f43-3c1b7a2f9d10'

function choose(given: { variable?: string; keyFile?: string; keyFolder?: string }) {
  return chooseKeySource({
    variable: given.variable,
    keyFile: given.keyFile,
    otherwise: folderSource(given.keyFolder ?? '/nowhere'),
  })
}

function keyFile(text: string, mode = 0o600): string {
  const file = join(temporaryFolder(), 'key')
  writeFileSync(file, text, { mode })
  return file
}

describe('the data key', () => {
  test.each([
    ['hexadecimal', KEY.toString('hex')],
    ['capital hexadecimal', KEY.toString('hex').toUpperCase()],
    ['base64', KEY.toString('base64')],
    ['base64url', KEY.toString('base64url')],
    ['base64 with a newline', `${KEY.toString('base64')}\n`],
  ])('is read from the variable in %s', async (_spelling, variable) => {
    expect(Buffer.from((await choose({ variable }).load(FOLDER_ID)) ?? [])).toEqual(KEY)
  })

  test.each([
    'short',
    KEY.toString('hex').slice(2),
    `${KEY.toString('base64')}AAAA`,
    Buffer.alloc(33).toString('base64'),
  ])('%j is no data key, and the message does not repeat it', async (variable) => {
    const error: unknown = await choose({ variable })
      .load(FOLDER_ID)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'error.data_key',
      message: 'The variable FUELCARD_DATA_KEY does not hold a data key: 32 bytes in base64 or hexadecimal',
    })
  })

  test('comes from the variable before the file, and from the file before the folder', () => {
    const keyFile = '/etc/key'
    expect(choose({ variable: 'x', keyFile }).name).toBe('the variable FUELCARD_DATA_KEY')
    expect(choose({ variable: '', keyFile }).name).toBe('the key file /etc/key')
    expect(choose({ keyFolder: '/config/keys' }).name).toBe('the key folder /config/keys')
  })

  test('is never created in a place that a person provides', async () => {
    expect(await choose({ variable: KEY.toString('hex') }).create(FOLDER_ID)).toBeNull()
    const file = join(temporaryFolder(), 'mistyped')
    await expect(choose({ keyFile: file }).create(FOLDER_ID)).rejects.toMatchObject({
      code: 'error.data_key',
      message: expect.stringContaining('openssl rand') as string,
    })
    expect(existsSync(file)).toBe(false)
    expect(await choose({ keyFile: file }).load(FOLDER_ID)).toBeNull()
  })

  test("is created in the folder under the data folder's id, closed to others", async () => {
    const keyFolder = join(temporaryFolder(), 'config', 'keys')
    const source = choose({ keyFolder })
    expect(await source.load(FOLDER_ID)).toBeNull()
    const made = await source.create(FOLDER_ID)
    expect(made).toHaveLength(32)
    expect(Buffer.from((await source.load(FOLDER_ID)) ?? [])).toEqual(Buffer.from(made ?? []))
    expect(readdirSync(keyFolder)).toEqual([`${FOLDER_ID}.key`])
    expect((statSync(join(keyFolder, `${FOLDER_ID}.key`)).mode & 0o777).toString(8)).toBe('600')
    expect((statSync(keyFolder).mode & 0o777).toString(8)).toBe('700')
  })

  test('is never written over another', async () => {
    const source = choose({ keyFolder: temporaryFolder() })
    const made = await source.create(FOLDER_ID)
    await expect(source.create(FOLDER_ID)).rejects.toMatchObject({ code: 'error.data_key' })
    await expect(source.install?.(FOLDER_ID, KEY)).rejects.toMatchObject({ code: 'error.data_key' })
    expect(Buffer.from((await source.load(FOLDER_ID)) ?? [])).toEqual(Buffer.from(made ?? []))
  })

  test.each([0o644, 0o640, 0o604])(
    'in a file that others can read (mode %o) is refused, naming the way to close it',
    async (mode) => {
      const file = keyFile(KEY.toString('hex'))
      chmodSync(file, mode)
      await expect(choose({ keyFile: file }).load(FOLDER_ID)).rejects.toMatchObject({
        code: 'error.data_key',
        message: expect.stringContaining(`chmod 600 ${file}`) as string,
      })
    },
  )

  test.each([
    [0o440, true],
    [0o400, true],
    [0o444, false],
    [0o660, false],
  ])('handed over by systemd with mode %o is read: %s', async (mode, isRead) => {
    const file = keyFile(KEY.toString('hex'))
    chmodSync(file, mode)
    vi.stubEnv('CREDENTIALS_DIRECTORY', dirname(file))
    const loaded = await choose({ keyFile: file })
      .load(FOLDER_ID)
      .catch(() => null)
    vi.unstubAllEnvs()
    expect(loaded !== null).toBe(isRead)
  })

  test('in a closed file is read', async () => {
    expect(Buffer.from((await choose({ keyFile: keyFile(KEY.toString('base64')) }).load(FOLDER_ID)) ?? [])).toEqual(KEY)
  })
})

describe('two hosts of one folder', () => {
  test('find each other’s key, and create one only in their own place', async () => {
    const [own, other] = [folderSource(join(temporaryFolder(), 'own')), folderSource(join(temporaryFolder(), 'other'))]
    const either = eitherKeySource(own, other)
    expect(await either.load(FOLDER_ID)).toBeNull()
    const theirs = await other.create(FOLDER_ID)
    expect(Buffer.from((await either.load(FOLDER_ID)) ?? [])).toEqual(Buffer.from(theirs ?? []))
    const ours = await either.create(FOLDER_ID)
    expect(Buffer.from((await own.load(FOLDER_ID)) ?? [])).toEqual(Buffer.from(ours ?? []))
    expect(Buffer.from((await either.load(FOLDER_ID)) ?? [])).toEqual(Buffer.from(ours ?? []))
  })
})
