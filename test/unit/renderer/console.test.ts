import { expect, it } from 'vitest'
import { createOpenApiDocument } from '../../../src-main/api/openapi/document.ts'
import { ROUTES } from '../../../src-main/api/routes.ts'
import {
  fillPath,
  jsonProblem,
  openPlace,
  OPERATIONS,
  shortName,
} from '../../../src-renderer/features/access/console/operations.ts'

const document = createOpenApiDocument(ROUTES, '0.0.0', { host: '127.0.0.1', port: 4010 })
const documented = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item as Record<string, { requestBody?: unknown }>).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    hasBody: operation.requestBody !== undefined,
  })),
)

it('the console offers every operation of the API, except the page of the reference', () => {
  expect(OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    documented
      .map(({ name }) => name)
      .filter((name) => name !== 'GET /docs')
      .sort(),
  )
  expect(new Set(OPERATIONS.map(shortName)).size).toBe(OPERATIONS.length)
})

it('an example is shown exactly where a body is accepted', () => {
  for (const { name, hasBody } of documented)
    expect([name, OPERATIONS.find(({ method, path }) => `${method} ${path}` === name)?.body !== undefined]).toEqual([
      name,
      hasBody,
    ])
})

it('a path is filled with the known values; a missing one is named', () => {
  const path = fillPath(
    { path: '/projects/{projectId}/cards/{cardId}', query: '?limit=5' },
    { projectId: 'p', cardId: undefined },
  )
  expect(path).toBe('/projects/p/cards/{cardId}?limit=5')
  expect(openPlace(path)).toBe('{cardId}')
  expect(openPlace('/health')).toBeNull()
})

it('invalid JSON is located by line and column', () => {
  expect(jsonProblem('{"a": [1, 2]}')).toBeNull()
  expect(jsonProblem('{\n  "a": 1,\n}')).toEqual({ line: 3, column: 1 })
  expect(jsonProblem('{"a": 1')).not.toBeNull()
})
