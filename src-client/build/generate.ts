import { compile } from 'json-schema-to-typescript-lite'
import { createOpenApiDocument } from '../../src-main/api/openapi/document.ts'
import { ROUTES } from '../../src-main/api/routes.ts'

/** As much of a JSON Schema as is read or changed here. */
interface Schema {
  [keyword: string]: unknown
  description?: string | undefined
  properties?: Record<string, Schema>
}

interface Parameter {
  name: string
  in: string
  description?: string
  schema: Schema & { deprecated?: boolean }
}

interface Operation {
  operationId: string
  summary: string
  description?: string
  parameters?: readonly Parameter[]
  requestBody?: Content
  responses: Record<string, Content & { description: string }>
}

interface Content {
  content?: Record<string, { schema: Schema }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema> }
}

const HEADER = `// Generated from the OpenAPI document by "npm run build:client". Do not edit.
`
/** \`Error\` is taken in JavaScript. */
const RENAMED: Readonly<Record<string, string>> = { Error: 'ErrorBody' }
/** What the document leaves to its context. */
const DESCRIBED: Readonly<Record<string, string>> = {
  DeliveryAttempt: 'One attempt of a delivery, with what was sent and what came back.',
  MovePlannedChange: 'Another time for what is planned.',
  PlannedChange: 'What happens to a card by itself, and when.',
  CardEventData: 'The card of an event, as it was right after the change.',
}
/** Pages for people, and the document itself: nothing that a program calls. */
const LEFT_OUT = new Set(['getOpenApiDocument', 'getReference'])

/** The generated files of the client, by name, from the document that the service itself gives. Not yet formatted. */
export async function generateSources(): Promise<Record<string, string>> {
  const document = readDocument()
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !LEFT_OUT.has(operationId))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const definitions: Record<string, Schema> = {
    ...Object.fromEntries(Object.entries(document.components.schemas).map(([name, schema]) => [nameOf(name), schema])),
    ...Object.fromEntries(operations.flatMap(({ operation }) => ownSchemas(operation))),
    ...eventSchemas(document),
  }
  for (const { operation } of operations) describeParts(operation, definitions)
  for (const [name, definition] of Object.entries(definitions)) {
    definition.description ??= DESCRIBED[name]
    if (definition.description === undefined) throw new Error(`Nothing describes ${name}`)
  }
  const types = await compile({ title: 'Unused', type: 'object', definitions } as never, 'Unused', {
    additionalProperties: false,
    unreachableDefinitions: true,
  })
  const named = [...types.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name)
  const table = `${tableOf(operations)}\n${operationTypes(operations.map(({ operation }) => operation))}`
  const used = named.filter((name) => new RegExp(String.raw`: ${name}\b`).test(table))
  return {
    'schemas.ts': `${HEADER}\n${types.replace(/export interface Unused \{[^}]*\}\n/, '')}`,
    'operations.ts': `${HEADER}\nimport type { ${used.join(', ')} } from './schemas.ts'\n\n${table}`,
  }
}

function readDocument(): Document {
  const listening = { host: '127.0.0.1', port: 4010 }
  const text = JSON.stringify(createOpenApiDocument(ROUTES, '', listening))
  const renamed = text.replaceAll(
    /"#\/components\/schemas\/(\w+)"/g,
    (_, name: string) => `"#/definitions/${nameOf(name)}"`,
  )
  return JSON.parse(renamed, withoutRepetition) as Document
}

/** A type beside alternatives that have their own says the same twice, and so would the TypeScript. */
function withoutRepetition(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('anyOf' in value) || !('type' in value)) return value
  const { type: _type, ...rest } = value
  return rest
}

function nameOf(component: string): string {
  return RENAMED[component] ?? component
}

/** Queries and answers that the document describes in place. */
function ownSchemas(operation: Operation): [string, Schema][] {
  const query = queryOf(operation)
  const result = resultOf(operation)
  return [
    ...(query.length === 0
      ? []
      : [
          [
            `${capital(operation.operationId)}Query`,
            {
              type: 'object',
              description: `The query of \`${operation.operationId}\`.`,
              properties: Object.fromEntries(
                query.map(({ name, schema, description }) => [
                  name,
                  { ...schema, ...(description ? { description } : {}) },
                ]),
              ),
            },
          ] as [string, Schema],
        ]),
    ...(result !== null && !('$ref' in result)
      ? [[`${capital(operation.operationId)}Result`, result] as [string, Schema]]
      : []),
  ]
}

function queryOf({ parameters = [] }: Operation): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'query' && parameter.schema.deprecated !== true)
}

function bodyOf({ requestBody }: Operation): Schema | null {
  return requestBody?.content?.['application/json']?.schema ?? null
}

function resultOf({ responses }: Operation): Schema | null {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return success?.content?.['application/json']?.schema ?? null
}

function eventSchemas({ webhooks }: Document): Record<string, Schema> {
  const events = Object.entries(webhooks).map(([name, { post }]) => {
    const schema = bodyOf(post) ?? {}
    return [
      `${name.split(/[._]/).map(capital).join('')}Event`,
      { ...schema, description: `\`${name}\`: ${post.description ?? ''}` },
    ]
  }) as [string, Schema][]
  return {
    ...Object.fromEntries(events),
    WebhookEvent: {
      description: 'The body of a delivery. Switch on `event`, and leave room for names that a newer service may send.',
      anyOf: events.map(([name]) => ({ $ref: `#/definitions/${name}` })),
    },
  }
}

/** Bodies and answers that say nothing of themselves are described by their operation. */
function describeParts(operation: Operation, definitions: Record<string, Schema>): void {
  const say = (schema: Schema | null, text: string) => {
    const name = typeof schema?.['$ref'] === 'string' ? schema['$ref'].replace('#/definitions/', '') : ''
    const named = definitions[name] ?? schema
    if (named !== null) named.description ??= text
  }
  say(bodyOf(operation), `The body of \`${operation.operationId}\`: ${lowered(operation.summary)}.`)
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  say(resultOf(operation), `${success?.description ?? ''}.`)
}

function typeNameOf(schema: Schema | null, otherwise: string): string {
  if (schema === null) return 'undefined'
  return typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/definitions/', '') : otherwise
}

function tableOf(operations: readonly { path: string; method: string; operation: Operation }[]): string {
  const rows = operations.map(({ path, method, operation }) => {
    const isRepeatable = operation.parameters?.some(({ name }) => name === 'Idempotency-Key') === true
    return `  ${operation.operationId}: { method: '${method}', path: '${path}', takesIdempotencyKey: ${isRepeatable} },`
  })
  return `/** How each operation is called. */
export const OPERATIONS = {
${rows.join('\n')}
} as const
`
}

function operationTypes(operations: readonly Operation[]): string {
  const rows = operations.map((operation) => {
    const { operationId, parameters = [] } = operation
    const path = parameters
      .filter((parameter) => parameter.in === 'path' && parameter.name !== 'projectId')
      .map(({ name }) => `${name}: string`)
    const query = queryOf(operation).length === 0 ? 'undefined' : `${capital(operationId)}Query`
    return `  /** ${operation.summary}. ${operation.description ?? ''} */
  ${operationId}: { path: { ${path.join('; ')} }; query: ${query}; body: ${typeNameOf(bodyOf(operation), 'unknown')}; result: ${typeNameOf(resultOf(operation), `${capital(operationId)}Result`)} }`
  })
  return `/** What each operation takes and answers. */
export interface Operations {
${rows.join('\n')}
}
`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
