import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { CARD_REFUSALS } from '../../domain/cards/card-refusal.ts'
import { defaultMessage, type ErrorCode } from '../../domain/errors.ts'
import { EVENT_CATALOGUE, type EventType } from '../../domain/event-catalogue.ts'
import type { Listening, Route } from '../route.ts'
import { HEADERS, headersOf } from './headers.ts'
import { legible } from './legible.ts'
import { INTRODUCTION } from './introduction.ts'
import { apiCodes, refusalsOf, takesIdempotencyKey } from './refusals.ts'

/** The OpenAPI 3.1 document of these routes. */
export function createOpenApiDocument(
  routes: readonly Route[],
  version: string,
  listening: Listening,
): ReturnType<typeof createDocument> {
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Fuelcard Desk', version, description: INTRODUCTION },
      servers: [
        { url: '/v1', description: 'The server of this document' },
        listening.publicUrl == null
          ? { url: addressOf(listening), description: 'On this computer' }
          : { url: `${listening.publicUrl}/v1`, description: 'Of this service' },
      ],
      security: [{ apiKey: [] }],
      tags: [{ name: 'Cards' }, { name: 'Service' }],
      paths: pathsOf(routes),
      webhooks: Object.fromEntries(EVENT_CATALOGUE.map((event) => [event.name, { post: deliveryOf(event) }])),
      components: {
        headers: HEADERS,
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key, `sk_sandbox_…` or `sk_live_…`, which selects the project and environment',
          },
        },
      },
    } satisfies ZodOpenApiObject,
    { override: plainFormats },
  )
  return legible(document)
}

function addressOf({ host, port, tls = false }: Listening): string {
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}/v1`
}

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    if (route.hidden === true) continue
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) }
  }
  return paths
}

const projectParameter = {
  projectId: z
    .string()
    .meta({ description: 'The project the key belongs to', override: { type: 'string', format: 'uuid' } }),
}
const idempotencyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .meta({
      description: 'Makes it safe to repeat this request: for 24 hours the same key gets the first response again',
    }),
})

function operationOf(route: Route): ZodOpenApiOperationObject {
  const { operationId, summary, description, tag } = route
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...(route.access === 'open' ? { security: [] } : {}),
    requestParams: {
      ...(route.access === 'open' ? {} : { path: z.object({ ...projectParameter, ...route.parameters.shape }) }),
      query: route.query,
      ...(takesIdempotencyKey(route) ? { header: idempotencyHeader } : {}),
    },
    ...(route.body === null
      ? {}
      : {
          requestBody: {
            required: route.bodyOptional !== true,
            content: { 'application/json': { schema: route.body } },
          },
        }),
    responses: responsesOf(route),
  }
}

function responsesOf(route: Route): ZodOpenApiResponsesObject {
  const { success } = route
  const schema = success.schema ?? (success.mediaType === undefined ? null : z.string())
  const content =
    schema === null
      ? {}
      : {
          content: {
            [success.mediaType ?? 'application/json']: {
              schema,
              ...(success.example === undefined ? {} : { example: success.example }),
            },
          },
        }
  const responses: ZodOpenApiResponsesObject = {
    [`${success.status}`]: { description: success.description, headers: headersOf(route, []), ...content },
  }
  for (const [status, codes] of refusalsOf(route)) {
    responses[`${status}` as '400'] = {
      description: refusalText(codes),
      headers: headersOf(route, codes),
      content: { 'application/json': { schema: status === 503 ? awayOf(route) : ERROR } },
      // A type for each selection of codes would be two hundred in a generated client.
      'x-error-codes': [...codes],
    }
  }
  return responses
}

function awayOf({ away, operationId }: Route): z.ZodObject {
  if (away === undefined) return ERROR
  return ERROR.extend(away.shape).meta({
    id: `${operationId.replace(/^get/, '')}Away`,
    description: 'The body of the refusal while the service starts or ends',
  })
}

function refusalText(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\`: ${defaultMessage(code)}`).join('\n\n')
}

/** The body of every refusal. */
const ERROR = z
  .object({
    code: z.enum(apiCodes()).meta({ id: 'ErrorCode', description: 'What went wrong, for programs' }),
    message: z.string().meta({ description: 'For people; programs use the code' }),
    reason: z
      .enum(CARD_REFUSALS)
      .optional()
      .meta({ description: 'Why the card’s state does not allow it, for programs' }),
    requestId: z.string().meta({ description: 'Identifies the request, also in the logs' }),
    details: z
      .array(
        z
          .object({ field: z.string(), message: z.string() })
          .meta({ id: 'ErrorDetail', description: 'One field at fault' }),
      )
      .optional()
      .meta({ description: 'The fields at fault, under the names that were sent' }),
  })
  .meta({ id: 'Error', description: 'The body of every refusal' })

function deliveryOf(event: EventType): ZodOpenApiOperationObject {
  return {
    operationId: `on.${event.name}`,
    summary: event.name,
    description: `${event.description} Occurs in ${event.environments.join(' and ')}.`,
    requestBody: { required: true, content: { 'application/json': { schema: event.schema, example: event.example } } },
    responses: { '2XX': { description: 'Accepted' } },
  }
}

/** A format says it more legibly than the validator's pattern, and generators of clients choke on some of those. */
function plainFormats({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }): void {
  if (['uuid', 'date', 'date-time'].includes(jsonSchema.format ?? '')) delete jsonSchema.pattern
}
