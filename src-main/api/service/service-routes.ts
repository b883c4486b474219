import { z } from 'zod'
import { ENVIRONMENT_NAMES, environmentNameSchema } from '../../domain/environment-name.ts'
import { EVENT_CATALOGUE, EVENT_NAMES, eventJsonSchema } from '../../domain/event-catalogue.ts'
import { sendJson } from '../answer.ts'
import { publicRoute } from '../route.ts'

const healthSchema = z
  .object({ status: z.literal('ok'), version: z.string(), environments: z.array(environmentNameSchema) })
  .meta({ id: 'Health' })

const jsonObject = z.record(z.string(), z.unknown())
const eventTypeSchema = z
  .object({
    name: z.enum(EVENT_NAMES),
    description: z.string(),
    environments: z.array(environmentNameSchema),
    schema: jsonObject.meta({ description: 'JSON Schema (2020-12) of the body' }),
    example: jsonObject,
  })
  .meta({ id: 'EventType', description: 'An event that a webhook can receive' })
const eventTypesSchema = z.object({ docs: z.array(eventTypeSchema), total: z.int() }).meta({ id: 'EventTypes' })

// Built once: the catalogue never changes.
const eventTypes = {
  docs: EVENT_CATALOGUE.map((event) => ({
    name: event.name,
    description: event.description,
    environments: [...event.environments],
    schema: eventJsonSchema(event),
    example: { ...event.example },
  })),
  total: EVENT_CATALOGUE.length,
} satisfies z.output<typeof eventTypesSchema>
const eventTypesJson = JSON.stringify(eventTypes)

export const serviceRoutes = [
  publicRoute({
    path: '/health',
    operationId: 'getHealth',
    tag: 'Service',
    summary: 'Whether the service is up',
    success: { status: 200, description: 'It is', schema: healthSchema },
    serve: ({ engine }, _request, response) => {
      sendJson(
        response,
        200,
        JSON.stringify({
          status: 'ok',
          version: engine.version,
          environments: [...ENVIRONMENT_NAMES],
        } satisfies z.output<typeof healthSchema>),
      )
    },
  }),
  publicRoute({
    path: '/event-types',
    operationId: 'listEventTypes',
    tag: 'Service',
    summary: 'The events that a webhook can receive',
    success: {
      status: 200,
      description: 'Every event with its meaning, schema and an example',
      schema: eventTypesSchema,
    },
    serve: (_services, _request, response) => {
      sendJson(response, 200, eventTypesJson)
    },
  }),
]
