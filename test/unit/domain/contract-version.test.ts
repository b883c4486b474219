import { expect, test } from 'vitest'
import { contractVersion, requireNear, skewOf } from '../../../src-main/domain/desk/contract-version.ts'

test.each([
  ['1.4', '1.4', 'same'],
  ['1.4', '1.5', 'newer'],
  ['1.4', '1.3', 'older'],
  ['1.4', '1.6', 'too_new'],
  ['1.4', '1.2', 'too_old'],
  ['1.9', '1.10', 'newer'],
  ['1.4', '2.4', 'too_new'],
  ['2.0', '1.9', 'too_old'],
  ['1.4', '', null],
  ['1.4', '1.4.2', null],
])('to %s, %s is %s', (own, other, skew) => {
  expect(skewOf(own, other)).toBe(skew)
})

test('a patch changes no call', () => {
  expect(contractVersion('1.4.2-beta.1')).toBe('1.4')
  expect(contractVersion('nonsense')).toBe('0.0')
})

test.each([
  [{ app: '1.4', service: '1.6' }, 'update_app'],
  [{ app: '1.6', service: '1.4' }, 'update_service'],
  [{ app: '1.9', service: '2.0' }, 'update_app'],
  [{ app: 'nonsense', service: '1.4' }, 'update_app'],
])('two versions apart, the older side is named: %j', (versions, reason) => {
  expect(() => requireNear(versions)).toThrow(expect.objectContaining({ code: 'error.version_skew', reason }))
})

test.each([
  { app: '1.4', service: '1.4' },
  { app: '1.5', service: '1.4' },
  { app: '1.4', service: '1.5' },
])('one version apart works: %j', (versions) => {
  expect(() => requireNear(versions)).not.toThrow()
})
