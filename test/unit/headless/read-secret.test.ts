import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSecret } from '../../../src-main/headless/read-secret.ts'
import { temporaryFolder } from '../../support/folder.ts'

function fileWith(text: string): string {
  const file = join(temporaryFolder(), 'passphrase')
  writeFileSync(file, text)
  return file
}

test.each([
  ['correct horse\n', 'correct horse'],
  ['first\r\nsecond\r\n', 'first'],
  [' spaces count ', ' spaces count '],
])('of %j it takes %j', async (text, secret) => {
  expect(await readSecret(fileWith(text))).toBe(secret)
})

test('an empty first line is no passphrase', async () => {
  await expect(readSecret(fileWith('\nsecond'))).rejects.toMatchObject({ name: 'UsageError' })
})

test('a missing file is a usage error', async () => {
  await expect(readSecret(join(temporaryFolder(), 'none'))).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringContaining('cannot be read') as string,
  })
})
