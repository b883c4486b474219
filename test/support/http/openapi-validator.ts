import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Reply } from './http-client.ts'

export interface OpenApiValidator {
  /** The served document. */
  readonly document: OpenApiDocument
  /** @throws Error if the document does not allow this answer for this operation */
  judge(method: string, target: string, reply: Reply): void
}

export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  webhooks: Record<string, { post: OpenApiOperation }>
  components: { headers: Record<string, OpenApiHeader>; schemas: Record<string, unknown> }
}

export interface OpenApiOperation {
  operationId: string
  security?: unknown[]
  parameters?: { in: 'path' | 'query' | 'header'; name: string; required?: boolean; schema: Record<string, unknown> }[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown>; example?: unknown }> }
  responses: Record<
    string,
    {
      headers?: Record<string, { $ref: string }>
      'x-error-codes'?: readonly string[]
      content?: Record<string, { schema: unknown; example?: unknown }>
    }
  >
}

interface OpenApiHeader {
  required?: boolean
  schema: { type: 'string' | 'integer'; const?: string }
}

/** Statuses that may be answered before any operation is reached, each with an error body. */
const STATUSES_WITHOUT_OPERATION = new Set([401, 403, 404, 405, 429, 500, 503])

/** Validates answers against the document that the service itself serves. */
export function openApiValidator(served: Reply): OpenApiValidator {
  const document = served.body as OpenApiDocument
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  addFormats.default(ajv)
  ajv.addSchema(exact(document) as object, 'openapi')
  const compiled = new Map<string, ValidateFunction>()
  const validate = (pointer: string, value: unknown, what: string) => {
    const check = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` })
    compiled.set(pointer, check)
    if (!check(value))
      throw new Error(`${what} breaks the OpenAPI document: ${ajv.errorsText(check.errors)}\n${JSON.stringify(value)}`)
  }
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^/v1${template.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
  }))
  return {
    document,
    judge: (method, target, reply) => {
      const what = `${method} ${target} → ${reply.status}`
      if (reply.headers['x-request-id'] === undefined) throw new Error(`${what} has no X-Request-Id`)
      const path = target.split('?')[0] ?? ''
      const template = templates.find(({ pattern }) => pattern.test(path))?.template
      const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
      const operation = template === undefined ? undefined : document.paths[template]?.[verb]
      if (template === undefined || operation === undefined) {
        if (!path.startsWith('/v1/docs') && !STATUSES_WITHOUT_OPERATION.has(reply.status) && reply.status !== 204)
          throw new Error(`${what}, though there is no such operation`)
        if (reply.status >= 400 && method !== 'HEAD') validate('/components/schemas/Error', reply.body, what)
        return
      }
      const promised = operation.responses[`${reply.status}`]
      if (promised === undefined)
        throw new Error(`${what} is not among the promised: ${Object.keys(operation.responses).join(', ')}`)
      judgeHeaders(document, promised.headers ?? {}, reply, what)
      const codes = promised['x-error-codes']
      if (codes !== undefined && method !== 'HEAD' && !codes.includes((reply.body as { code: string }).code))
        throw new Error(`${what} has a code that is not among the promised: ${JSON.stringify(reply.body)}`)
      const mediaType = Object.keys(promised.content ?? {})[0]
      if (mediaType === undefined || method === 'HEAD') return
      if (!String(reply.headers['content-type']).startsWith(mediaType))
        throw new Error(`${what} is ${reply.headers['content-type']}, not ${mediaType}`)
      const value = mediaType === 'application/json' ? reply.body : reply.text
      validate(
        `/paths/${escapePointer(template)}/${verb}/responses/${reply.status}/content/${escapePointer(mediaType)}/schema`,
        value,
        what,
      )
    },
  }
}

/** The introduction promises it for every time; a format alone would allow more. */
const MILLISECONDS_UTC = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`

/** The document without room for fields of tomorrow: today's answers have exactly those that it names. */
function exact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(exact)
  if (typeof value !== 'object' || value === null) return value
  const node = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, exact(child)]))
  if (node['format'] === 'date-time') return { ...node, pattern: MILLISECONDS_UTC }
  const isObject = node['type'] === 'object' && node['properties'] !== undefined
  return isObject && node['additionalProperties'] === undefined ? { ...node, additionalProperties: false } : node
}

const TOLD_HEADERS = ['retry-after', 'www-authenticate', 'idempotent-replayed', 'x-ratelimit-limit']

function judgeHeaders(document: OpenApiDocument, promised: Record<string, unknown>, reply: Reply, what: string): void {
  for (const name of Object.keys(promised)) {
    const header = document.components.headers[name]
    const value = reply.headers[name.toLowerCase()]
    if (value === undefined && header?.required === true) throw new Error(`${what} lacks ${name}`)
    if (value === undefined) continue
    if (header?.schema.type === 'integer' && !/^\d+$/.test(String(value)))
      throw new Error(`${what}: ${name} is no integer: ${String(value)}`)
    if (header?.schema.const !== undefined && value !== header.schema.const)
      throw new Error(`${what}: ${name} is ${String(value)}`)
  }
  const names = new Set(Object.keys(promised).map((name) => name.toLowerCase()))
  for (const name of TOLD_HEADERS)
    if (reply.headers[name] !== undefined && !names.has(name))
      throw new Error(`${what} carries ${name}, which the document does not tell`)
}

/** RFC 6901, section 3, within a URI fragment. */
function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}
