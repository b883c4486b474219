import * as fc from 'fast-check'
import type { OpenApiDocument, OpenApiOperation } from './openapi-validator.ts'
import { hostileHeader, hostileJson, hostileText } from './hostile-values.ts'

export interface FuzzRequest {
  method: string
  path: string
  headers: Record<string, string>
  raw: Buffer | undefined
}

export interface FuzzWorld {
  projectId: string
  otherProjectId: string
  cardIds: readonly string[]
  keys: readonly string[]
}

/**
 * Requests generated from the document: every operation with its parameters and body, valid, nearly valid and invalid.
 */
export function fuzzRequests(document: OpenApiDocument, world: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return fc.constantFrom(...operations).chain(({ path, method, operation }) =>
    fc
      .record({
        method: mostly(
          fc.constant(method),
          fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
        ),
        path: pathFor(path, world),
        query: queryFor(operation),
        headers: headersFor(world),
        raw: bodyFor(operation),
      })
      .map(({ path: filled, query, raw, ...request }) => ({
        ...request,
        path: filled + query,
        raw: request.method === 'HEAD' || request.method === 'OPTIONS' ? undefined : raw,
      })),
  )
}

/**
 * Nine times out of ten the first, else the second: a request with faults everywhere is refused at the first of them.
 */
function mostly<Value>(usual: fc.Arbitrary<Value>, unusual: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: unusual, weight: 1 })
}

function pathFor(template: string, world: FuzzWorld): fc.Arbitrary<string> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const id = (known: readonly string[]) =>
    mostly(
      fc.constantFrom(...known),
      fc.oneof(fc.uuid(), hostileText.map(escape), fc.constantFrom('%zz', '%', '%ff', '...', ';', '%2f', '{cardId}')),
    )
  const values = fc.tuple(
    ...names.map((name) =>
      name === 'projectId' ? id([world.projectId, world.projectId.toUpperCase()]) : id(world.cardIds),
    ),
  )
  const filled = values.map(
    (ids) => `/v1${names.reduce((path, name, index) => path.replace(`{${name}}`, () => ids[index] ?? ''), template)}`,
  )
  return mostly(
    filled,
    fc.tuple(filled, hostileText.map(escape)).map(([path, tail]) => `${path}/${tail}`),
  )
}

function queryFor(operation: OpenApiOperation): fc.Arbitrary<string> {
  const known = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const given =
    known.length === 0
      ? []
      : [
          fc
            .constantFrom(...known)
            .chain((parameter) =>
              fc.tuple(
                mostly(
                  fc.constant(parameter.name),
                  fc.constantFrom(`${parameter.name}[]`, `${parameter.name}[__proto__]`, `${parameter.name}[a][b]`),
                ),
                fc.oneof(valueFor(parameter.schema), hostileText),
              ),
            ),
        ]
  const pair = fc.oneof(
    ...given,
    fc.tuple(
      fc.oneof(
        hostileText,
        fc.constantFrom('__proto__[a]', 'filter[', 'filter]', '[[[', 'constructor[prototype][a]', '['.repeat(500)),
      ),
      hostileText,
    ),
  )
  const pairs = fc
    .array(pair, { maxLength: 5 })
    .map((all) =>
      all.length === 0 ? '' : `?${all.map(([name, value]) => `${escape(name)}=${escape(value)}`).join('&')}`,
    )
  return mostly(
    pairs,
    fc.constantFrom(
      '?',
      '?&&&',
      '?=',
      '?%',
      '?%zz=%ff',
      '?a=%c0%80',
      `?${'a[]=1&'.repeat(800)}`,
      '?page=1?page=2',
      '?#'.slice(0, 1),
    ),
  )
}

/** Values that match a schema of the document, and its edge cases. */
function valueFor(schema: Record<string, unknown>): fc.Arbitrary<string> {
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum'].map(String))
  if (Array.isArray(schema['anyOf']))
    return fc.oneof(...schema['anyOf'].map((option) => valueFor(option as Record<string, unknown>)))
  if (schema['type'] === 'integer')
    return fc.oneof(
      fc.integer({ min: -2, max: 120 }).map(String),
      fc.constantFrom(String(schema['maximum']), String(Number(schema['maximum']) + 1), '1.0', '1e1'),
    )
  if (schema['format'] === 'date')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
  if (schema['format'] === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  return fc.string({ unit: 'grapheme', maxLength: Number(schema['maxLength'] ?? 50) + 1 })
}

function headersFor(world: FuzzWorld): fc.Arbitrary<Record<string, string>> {
  const authorization = mostly(
    fc.constantFrom(...world.keys).map((key) => `Bearer ${key}`),
    fc.oneof(
      hostileHeader,
      hostileHeader.map((value) => `Bearer ${value}`),
    ),
  )
  const contentType = mostly(
    fc.constant('application/json'),
    fc.oneof(
      hostileHeader,
      fc.constantFrom(
        'text/plain',
        'application/json; charset=utf-16',
        'application/json;charset="utf-8"',
        'multipart/form-data',
      ),
    ),
  )
  const idempotencyKey = fc.oneof(
    { arbitrary: fc.constantFrom('one', 'two', 'three', 'four', 'five'), weight: 3 },
    hostileHeader,
  )
  const odd = fc.dictionary(
    fc.constantFrom(
      'accept',
      'accept-encoding',
      'range',
      'if-none-match',
      'origin',
      'referer',
      'cookie',
      'x-forwarded-for',
      'x-http-method-override',
      '__proto__',
      'x-odd',
      'content-encoding',
      'if-modified-since',
    ),
    hostileHeader,
    { maxKeys: 3, noNullPrototype: true },
  )
  return fc
    .record(
      { authorization, 'content-type': contentType, 'idempotency-key': idempotencyKey, odd },
      { requiredKeys: ['odd'] },
    )
    .map(({ odd: more, ...headers }) => ({ authorization: `Bearer ${world.keys[0]}`, ...more, ...headers }))
}

function bodyFor(operation: OpenApiOperation): fc.Arbitrary<Buffer | undefined> {
  const fields = (operation.requestBody?.content['application/json']?.schema['properties'] ?? {}) as Record<
    string,
    Record<string, unknown>
  >
  const valid = fc
    .record(Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, valueFor(schema)])))
    .map((value) => Buffer.from(JSON.stringify(value)))
  return fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 2 },
    { arbitrary: valid, weight: 4 },
    { arbitrary: hostileJson.map((text) => Buffer.from(text)), weight: 4 },
    { arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)), weight: 1 },
    { arbitrary: fc.integer({ min: 99_990, max: 300_000 }).map((length) => Buffer.alloc(length, 'x')), weight: 1 },
  )
}

/** Escapes as UTF-8, lone surrogates as their replacement: the sender itself must not refuse anything. */
function escape(text: string): string {
  // The sender itself would resolve a segment of dots only.
  return /^\.+$/.test(text) ? '%2e%2e%2e' : encodeURIComponent(text.toWellFormed())
}
