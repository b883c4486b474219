import { CARD_STATUSES, SYNC_STATUSES } from '../../domain/card.ts'
import { ENVIRONMENT_NAMES } from '../../domain/environment-name.ts'
import { EVENT_NAMES } from '../../domain/event-catalogue.ts'
import { DELIVERY_STATUSES, DELIVERY_TRIGGERS } from '../../domain/webhook.ts'
import { fieldDescription } from './field-descriptions.ts'

type Node = Record<string, unknown>

/** Enumerations that are used in several places, by their names in generated clients. */
const ENUMERATIONS: Readonly<Record<string, { values: readonly string[]; description: string }>> = {
  CardStatus: { values: CARD_STATUSES, description: 'Not yet activated; may fuel; may not fuel' },
  SyncStatus: { values: SYNC_STATUSES, description: 'Whether the provider has the values of the card' },
  EnvironmentName: { values: ENVIRONMENT_NAMES, description: 'One of the two halves of a project' },
  EventName: { values: EVENT_NAMES, description: 'The names of events' },
  DeliveryStatus: { values: DELIVERY_STATUSES, description: 'The state of a delivery' },
  DeliveryTrigger: { values: DELIVERY_TRIGGERS, description: 'What caused a delivery' },
}
/** They hold data, not schemas. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])

/**
 * The same document in a form that people and generators of clients read easily: `anyOf` of a plain type and null
 * becomes one nullable type, enumerations have names, fields that must be absent are, and answers may grow.
 */
export function legible<Document extends object>(document: Document): Document {
  const copy = rewritten(document) as Node
  const components = copy['components'] as { schemas: Node }
  for (const [name, { values, description }] of Object.entries(ENUMERATIONS))
    components.schemas[name] = { type: 'string', enum: [...values], description }
  for (const [name, schema] of Object.entries(components.schemas)) describeFields(name, schema as Node)
  return copy as Document
}

function describeFields(component: string, { properties = {} }: Node): void {
  for (const [field, schema] of Object.entries(properties as Record<string, Node>)) {
    const description = fieldDescription(component, field)
    if (description !== undefined) schema['description'] ??= description
  }
}

function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten)
  if (typeof value !== 'object' || value === null) return value
  const node = Object.fromEntries(
    Object.entries(value)
      .filter(([key, child]) => !isImpossible(child) && !(key === 'additionalProperties' && child === false))
      .map(([key, child]) => [key, DATA.has(key) ? child : rewritten(child)]),
  )
  return namedEnumeration(node) ?? nullable(node) ?? node
}

/** The schema of a field that no request may have. */
function isImpossible(child: unknown): boolean {
  return JSON.stringify(child) === '{"not":{}}'
}

function namedEnumeration(node: Node): Node | null {
  const { type, enum: values, ...rest } = node
  if (type !== 'string' || !Array.isArray(values)) return null
  const [name] = Object.entries(ENUMERATIONS).find(([, known]) => known.values.join() === values.join()) ?? []
  return name === undefined ? null : { $ref: `#/components/schemas/${name}`, ...rest }
}

function nullable(node: Node): Node | null {
  const { anyOf, type: _type, ...rest } = node
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return null
  const [schema, other] = anyOf as [Node, Node]
  if (other['type'] !== 'null' || typeof schema['type'] !== 'string') return null
  const values = Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}
  return { ...schema, ...values, type: [schema['type'], 'null'], ...rest }
}
