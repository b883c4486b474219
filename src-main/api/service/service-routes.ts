import { z } from 'zod'
import { ENVIRONMENT_NAMES, environmentNameSchema } from '../../domain/environment-name.ts'
import { EVENT_CATALOGUE, EVENT_NAMES, eventJsonSchema } from '../../domain/event-catalogue.ts'
import { sendJson } from '../answer.ts'
import { publicRoute } from '../route.ts'

const healthSchema = z
  .object({
    status: z.literal('ok'),
    state: z.literal('ready').meta({ description: 'While it starts or drains, the status is 503' }),
    version: z.string().optional().meta({ description: 'Absent at a public URL, where anyone may ask' }),
    environments: z.array(environmentNameSchema).optional().meta({ description: 'Absent at a public URL' }),
  })
  .meta({ id: 'Health' })

const awaySchema = z.object({
  status: z.literal('unavailable').optional().meta({ description: 'Absent if it runs, but its store is out of reach' }),
  state: z
    .enum(['starting', 'draining'])
    .optional()
    .meta({ description: 'Draining: it finishes what it has begun, takes nothing new, and ends' }),
})

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

/** JSON, made when first asked for: the catalogue never changes, and schemas take a while. */
let eventTypesJson: string | null = null

function eventTypes(): z.output<typeof eventTypesSchema> {
  return {
    docs: EVENT_CATALOGUE.map((event) => ({
      name: event.name,
      description: event.description,
      environments: [...event.environments],
      schema: eventJsonSchema(event),
      example: { ...event.example },
    })),
    total: EVENT_CATALOGUE.length,
  }
}

export const serviceRoutes = [
  publicRoute({
    path: '/health',
    operationId: 'getHealth',
    tag: 'Service',
    summary: 'Whether the service is up',
    success: { status: 200, description: 'It is', schema: healthSchema },
    away: awaySchema,
    serve: ({ engine, isPublic }, _request, response) => {
      const health: z.output<typeof healthSchema> = {
        status: 'ok',
        state: 'ready',
        ...(isPublic ? {} : { version: engine.version, environments: [...ENVIRONMENT_NAMES] }),
      }
      sendJson(response, 200, JSON.stringify(health))
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
      eventTypesJson ??= JSON.stringify(eventTypes())
      sendJson(response, 200, eventTypesJson)
    },
  }),
]
