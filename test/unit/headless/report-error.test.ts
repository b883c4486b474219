import { CommanderError } from 'commander'
import { afterEach, expect, test, vi } from 'vitest'
import { ServiceError, validationError } from '../../../src-main/domain/errors.ts'
import { DatabaseError } from '../../../src-main/engine/folder-lock.ts'
import { reportError } from '../../../src-main/headless/report-error.ts'
import { UsageError } from '../../../src-main/headless/usage-error.ts'

afterEach(() => vi.restoreAllMocks())

function report(error: unknown, json: boolean): { exitCode: number; text: string } {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  return { exitCode: reportError(error, json), text: written.join('') }
}

test.each([
  ['a refusal', new ServiceError('error.card_not_found'), 1],
  ['a validation error', validationError([{ field: 'driver', message: 'driver is required' }]), 1],
  ['a bug', new TypeError('oops'), 1],
  ['wrong usage', new UsageError('Say which project'), 2],
  ['an unknown option', new CommanderError(1, 'commander.unknownOption', "error: unknown option '--x'"), 2],
  ['an unavailable service', new ServiceError('error.unavailable'), 3],
  ['a folder in use', new ServiceError('error.folder_in_use'), 3],
  ['a data key that is missing', new ServiceError('error.data_key'), 3],
  ['a damaged database', new DatabaseError('corrupt', '/data/x', '/data/x is damaged'), 3],
])('%s', (_what, error, exitCode) => {
  expect(report(error, false).exitCode).toBe(exitCode)
  const { code, message } = JSON.parse(report(error, true).text.split('\n')[0] ?? '') as {
    code: string
    message: string
  }
  expect(code).toMatch(/^error\./)
  expect(message).not.toMatch(/^error:/)
})

test('with --json the error is one document', () => {
  expect(report(validationError([{ field: 'driver', message: 'driver is required' }]), true).text).toBe(
    '{"code":"error.validation","message":"Validation failed","details":[{"field":"driver","message":"driver is required"}]}\n',
  )
})

test('for people, each faulty field has a line', () => {
  expect(report(validationError([{ field: 'driver', message: 'driver is required' }]), false).text).toMatch(
    /Error:.* Validation failed\n {2}driver: driver is required\n$/,
  )
})
