import { randomBytes } from 'node:crypto'
import { storableText } from '../../../domain/storable-text.ts'
import type { ChangeContext } from '../change-context.ts'
import { personalHash } from './chain-hash.ts'

/**
 * Fields whose values are personal, or may name a person: they are stored in an erasable side table, and only their
 * salted hash is part of the chain.
 */
const PERSONAL_FIELDS = new Set([
  'driver',
  'licensePlate',
  'syncErrorMessage',
  'internalReference',
  'costCentre',
  'notes',
  'personName',
  'approverName',
  'plannerName',
  'email',
])

/** A value for the side table. */
export interface HiddenValue {
  place: string
  salt: Buffer
  value: string
}

/** Hides a person's reason, which may name anyone; the service's own reasons name nobody. */
export function hideReason({ actor, reason }: ChangeContext, personal: HiddenValue[]): string | null {
  if (reason === undefined || actor.type === 'system') return reason ?? null
  return JSON.stringify(hidden('reason', reason, personal))
}

/** Hides a person's name; their ID stays in the chain. */
export function hideActor({ actor }: ChangeContext, personal: HiddenValue[]): string {
  return actor.type === 'person' ? JSON.stringify(hidden('actor', actor.name, personal)) : actor.name
}

/** One side of a change as JSON, with personal values hidden. */
export function hidePersonal(
  side: 'before' | 'after',
  fields: Record<string, unknown> | null | undefined,
  personal: HiddenValue[],
): string | null {
  if (fields === null || fields === undefined) return null
  const shown: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string' || !PERSONAL_FIELDS.has(name)) {
      shown[name] = value
      continue
    }
    shown[name] = hidden(`${side}.${name}`, value, personal)
  }
  return JSON.stringify(shown)
}

function hidden(place: string, text: string, personal: HiddenValue[]): { personal: string } {
  const salt = randomBytes(16)
  const value = storableText(text)
  personal.push({ place, salt, value })
  return { personal: personalHash(salt, value) }
}
