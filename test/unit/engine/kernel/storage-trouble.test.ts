import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../../../src-main/domain/errors.ts'
import { DatabaseError } from '../../../../src-main/database/database-error.ts'
import { asStorageTrouble } from '../../../../src-main/engine/kernel/storage-trouble.ts'

const systemError = (code: string) => Object.assign(new Error(code), { code })
const told = (error: unknown) => asStorageTrouble(error, '/backups', 'directory')

describe('trouble with the storage', () => {
  it.each([systemError('ENOSPC'), systemError('EDQUOT'), new DatabaseError('full', '/backups/x', 'full')])(
    'tells of a full disk: %s',
    (error) => {
      expect(told(error)).toMatchObject({
        code: 'error.unavailable',
        message: expect.stringMatching(/\/backups is full/),
        cause: error,
      })
    },
  )

  it.each([
    systemError('EROFS'),
    systemError('EACCES'),
    systemError('ENOTDIR'),
    new DatabaseError('read_only', '/backups/x', 'no'),
  ])('reports a folder that cannot be written: %s', (error) => {
    expect(told(error)).toMatchObject({
      code: 'error.validation',
      details: [{ field: 'directory', message: expect.stringContaining('/backups cannot be written') }],
    })
  })

  it('reports a damaged database in its own words', () => {
    expect(told(new DatabaseError('corrupt', '/data/x', '/data/x is damaged'))).toMatchObject({
      code: 'error.internal',
      message: '/data/x is damaged',
    })
  })

  it('leaves refusals and bugs unchanged', () => {
    for (const error of [new ServiceError('error.data_key'), new TypeError('a bug'), 'thrown text'])
      expect(told(error)).toBe(error)
  })
})
