import * as fc from 'fast-check'

/** Text that has broken parsers, stores and logs in the past. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud83d',
    '\udc00x',
    '\uffff',
    '\u202e',
    '\r\nX-Injected: 1',
    '../../etc/passwd',
    '%00',
    '%',
    '%c0%ae',
    "'",
    "' OR 1=1 --",
    '"',
    '"*',
    'NEAR(',
    'a" AND "b',
    '{}',
    '[]',
    '=cmd|calc',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    '-0',
    '1e309',
    '0x7f',
    '9007199254740993',
    '99999999999999999999999999',
    '${7*7}',
    '<script>',
    'ﷺ'.repeat(40),
    'é'.normalize('NFD').repeat(30),
  ),
)

/** JSON text: well-formed or not, deep, huge, of the wrong types, with names of prototype properties. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  fc.json({ stringUnit: 'binary' }),
  fc
    .object({
      key: fc.constantFrom('licensePlate', 'driver', '__proto__', 'constructor', 'prototype', 'a'),
      maxDepth: 4,
    })
    .map((value) => JSON.stringify(value)),
  fc
    .record({ licensePlate: hostileText, driver: hostileText }, { requiredKeys: [] })
    .map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '',
    '{',
    '{}',
    '[]',
    'null',
    '1e999',
    '{"driver":1e999}',
    '{"driver":-0}',
    '{"driver":"\\ud83d"}',
    '{"driver":"\\u0000"}',
    '{"driver":"a","driver":2}',
    '{"__proto__":{"driver":"x"}}',
    '{"__proto__":null}',
    '\ufeff{}',
    '{"a":1}garbage',
    '﻿',
    `{"driver":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
    '['.repeat(50_000),
    `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`,
    `{"driver":"${'x'.repeat(99_000)}"}`,
    `{"driver":${'9'.repeat(50_000)}}`,
    `[${'{},'.repeat(20_000)}{}]`,
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

/** Header values that HTTP itself allows: visible Latin-1 and blanks. */
export const hostileHeader: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0xa0, max: 0xff })), { maxLength: 60 })
    .map((codes) => String.fromCharCode(...codes)),
  fc.constantFrom(
    '',
    ' ',
    '*/*',
    'gzip, br',
    'null',
    '__proto__',
    'text/html; charset=utf-16',
    'a=b; c="d',
    'bytes=0-1',
    '"x"',
    `x${'y'.repeat(1_000)}`,
  ),
)
