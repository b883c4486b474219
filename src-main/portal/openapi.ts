import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { createDocument, type ZodOpenApiObject, type ZodOpenApiOperationObject } from 'zod-openapi'
import {
  bulkAnswerSchema,
  bulkChangesSchema,
  changeAcceptedSchema,
  changeDoneSchema,
  DEFAULT_PAGE,
  idempotencyKeySchema,
  LARGEST_PAGE,
  portalCapabilitiesSchema,
  portalChangeSchema,
  portalErrorSchema,
  portalPageSchema,
  portalTimeSchema,
  portalTokenSchema,
  providerCardIdSchema,
  referenceStateSchema,
  tokenErrorSchema,
} from '../domain/sync/portal-protocol.ts'

/** The portal protocol as OpenAPI 3.1, made from the schemas both sides validate with. */
function createPortalOpenApi(): ReturnType<typeof createDocument> {
  return createDocument(PROTOCOL, {
    // Unknown fields are ignored, in answers too, and fields with a default may be missing.
    override: ({ jsonSchema, zodSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      if (zodSchema === portalCapabilitiesSchema) delete jsonSchema.required
    },
  })
}

/** The text of the file in `resources/`. */
export function portalOpenApiText(): string {
  return `${JSON.stringify(createPortalOpenApi(), null, 2)}\n`
}

const success = (description: string, schema: z.ZodType) => ({
  description,
  content: { 'application/json': { schema } },
})
const refusal = (description: string) => success(description, portalErrorSchema)
const retryAfter = { 'Retry-After': { description: 'Seconds, or an HTTP date', schema: { type: 'string' } } } as const

const COMMON = {
  '401': refusal('The token is missing, wrong or expired: the service renews it once'),
  '429': { ...refusal('Too many requests'), headers: retryAfter },
  '503': { ...refusal('Try again later'), headers: retryAfter },
}

const tokenOperation: ZodOpenApiOperationObject = {
  operationId: 'issueToken',
  summary: 'OAuth 2 client credentials (RFC 6749, section 4.4)',
  description: 'The client authenticates with HTTP Basic, both parts form-encoded. Not needed with a static token.',
  security: [],
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: z.object({ grant_type: z.literal('client_credentials'), scope: z.string().optional() }),
      },
    },
  },
  responses: {
    '200': success('A token', portalTokenSchema),
    '400': success('The request is invalid, for example its scope', tokenErrorSchema),
    '401': success('The client ID or secret is wrong', tokenErrorSchema),
  },
}

const listOperation: ZodOpenApiOperationObject = {
  operationId: 'listCards',
  summary: 'Cards, page by page',
  description:
    'In an order that never changes, such as the order of creation: a card that exists throughout a list is on one of its pages, whatever changes meanwhile. The `Date` header of the first page sets the time from which the service later asks for changes; without it, the service always reads everything.',
  requestParams: {
    query: z.object({
      cursor: portalPageSchema.shape.nextCursor
        .unwrap()
        .optional()
        .meta({ description: 'The `nextCursor` of the previous page; without it the list starts' }),
      limit: z
        .int()
        .min(1)
        .max(LARGEST_PAGE)
        .default(DEFAULT_PAGE)
        .meta({ description: 'Cards wanted; a page may hold fewer' }),
      updatedSince: portalTimeSchema
        .optional()
        .meta({ description: 'Only cards changed at that time or later; the same on every page of a list' }),
    }),
  },
  responses: {
    '200': success('A page', portalPageSchema),
    '400': refusal('A parameter is wrong, or the cursor is unknown'),
    ...COMMON,
  },
}

const changeOperation: ZodOpenApiOperationObject = {
  operationId: 'changeCard',
  summary: 'Change one card',
  description:
    'The same Idempotency-Key gets the same response for 7 days, refusals included, and acts once; once a change accepted with 202 has ended, its key returns the outcome. While you are still working on the first request with a key, respond with 503 and Retry-After.',
  requestParams: {
    path: z.object({ providerCardId: providerCardIdSchema }),
    header: z.object({ 'Idempotency-Key': idempotencyKeySchema }),
  },
  requestBody: { required: true, content: { 'application/json': { schema: portalChangeSchema } } },
  responses: {
    '200': success('Done', changeDoneSchema),
    '202': { ...success('Accepted; ask later', changeAcceptedSchema), headers: retryAfter },
    '400': refusal('The request is wrong'),
    '404': refusal('Refused: there is no such card'),
    '409': refusal('Refused: the card does not allow it'),
    '422': refusal('Refused for another reason, or the Idempotency-Key was used for a different change'),
    ...COMMON,
  },
}

const bulkOperation: ZodOpenApiOperationObject = {
  operationId: 'changeCards',
  summary: 'Change many cards (only with `bulkChanges` above 0)',
  description: 'Judge each change by itself, with its own key, exactly as if it were sent alone.',
  requestBody: { required: true, content: { 'application/json': { schema: bulkChangesSchema } } },
  responses: {
    '200': success('The outcome of each', bulkAnswerSchema),
    '400': refusal('The request is wrong'),
    '404': refusal('Not offered'),
    ...COMMON,
  },
}

const statusOperation: ZodOpenApiOperationObject = {
  operationId: 'readChange',
  summary: 'The outcome of a change accepted with 202',
  description:
    'A reference lives as long as its Idempotency-Key: 7 days, even after you have reported the outcome. After a 404 the service sends the change again with its key; it gives up after five such rounds.',
  requestParams: { path: z.object({ reference: changeAcceptedSchema.shape.reference }) },
  responses: {
    '200': { ...success('Its current state', referenceStateSchema), headers: retryAfter },
    '404': refusal('No change has this reference'),
    ...COMMON,
  },
}

const PROTOCOL: ZodOpenApiObject = {
  openapi: '3.1.0',
  info: {
    title: 'Fuelcard Desk portal protocol',
    version: '1.0.0',
    description:
      'What a gateway to a fuel card provider offers Fuelcard Desk. `docs/portal-guide.md` explains how to build one.',
  },
  servers: [{ url: 'https://gateway.example/fuel', description: 'Your gateway: https, or http on the same machine' }],
  security: [{ oauth: [] }, { bearer: [] }],
  paths: {
    '/oauth/token': { post: tokenOperation },
    '/capabilities': {
      get: {
        operationId: 'readCapabilities',
        summary: 'What this portal can do (optional)',
        responses: {
          '200': success('What it can do', portalCapabilitiesSchema),
          '404': refusal('Not offered: the defaults apply'),
          ...COMMON,
        },
      },
    },
    '/cards': { get: listOperation },
    '/cards/{providerCardId}/changes': { post: changeOperation },
    '/changes': { post: bulkOperation },
    '/changes/{reference}': { get: statusOperation },
  },
  components: {
    securitySchemes: {
      oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: {} } } },
      bearer: { type: 'http', scheme: 'bearer', description: 'A static token' },
    },
  },
}

// `npx node src-main/portal/openapi.ts` rewrites the file.
if (import.meta.main)
  writeFileSync(new URL('../../resources/portal-openapi.json', import.meta.url), portalOpenApiText())
