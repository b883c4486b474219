import { z } from 'zod'

/** The parts of JSON Schema that the contract's inputs use. */
interface Shape {
  type?: string
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Shape[]
  oneOf?: readonly Shape[]
  allOf?: readonly Shape[]
  properties?: Record<string, Shape>
  required?: readonly string[]
  items?: Shape
  minItems?: number
  minimum?: number
  minLength?: number
}

/**
 * An input as small as its schema allows, with these values where it has a field of that name, even an optional one.
 */
export function sampleInput(schema: z.ZodType, named: Readonly<Record<string, unknown>>): unknown {
  return sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, named)
}

function sample(shape: Shape, named: Readonly<Record<string, unknown>>): unknown {
  const [choice] = shape.anyOf ?? shape.oneOf ?? shape.allOf ?? []
  if (choice !== undefined) return sample(choice, named)
  if (shape.const !== undefined) return shape.const
  if (shape.enum !== undefined) return shape.enum[0]
  switch (shape.type ?? '') {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
          if (Object.hasOwn(named, name)) return [[name, named[name]]]
          return shape.required?.includes(name) === true ? [[name, sample(field, named)]] : []
        }),
      )
    case 'array':
      return Array.from({ length: shape.minItems ?? 0 }, () => sample(shape.items ?? {}, named))
    case 'integer':
    case 'number':
      return Math.max(shape.minimum ?? 0, 0)
    case 'boolean':
      return false
    case 'string':
      return text(shape)
    default:
      return null
  }
}

function text({ format, minLength = 1 }: Shape): string {
  if (format === 'uuid') return '00000000-0000-4000-8000-00000000dead'
  if (format === 'email') return 'sample@fleet.example'
  if (format === 'date') return '2026-01-01'
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z'
  return '/'.padEnd(minLength, 'x')
}
