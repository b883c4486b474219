import type { DriftedCard } from '../../../../src-main/domain/sync/provider.ts'
import { text, textIfKnown } from '../../../locales/messages.ts'

type DriftField = DriftedCard['fields'][number]

export interface DriftLine {
  name: string
  ours: string
  theirs: string
}

const FUELS: ReadonlySet<string> = new Set(['authGasoline', 'authDiesel', 'authLpg', 'authHeatingOil'])

/** The differences in words; the four fuels are one line if they differ alike. */
export function driftLines(fields: readonly DriftField[]): DriftLine[] {
  const fuels = fields.filter(({ field }) => FUELS.has(field))
  const alike =
    fuels.length === FUELS.size &&
    fuels.every(({ ours, theirs }) => ours === fuels[0]?.ours && theirs === fuels[0]?.theirs)
  const lines = fields
    .filter(({ field }) => !alike || !FUELS.has(field))
    .map((field) => lineOf(field, text(`drift.field.${field.field}`)))
  return alike && fuels[0] !== undefined ? [...lines, lineOf(fuels[0], text('drift.field.fuels'))] : lines
}

function lineOf({ field, ours, theirs }: DriftField, name: string): DriftLine {
  return { name, ours: valueWords(field, ours), theirs: valueWords(field, theirs) }
}

function valueWords(field: string, value: string | null): string {
  if (value === null) return text('drift.none')
  if (field === 'status') return textIfKnown(`cards.status.${value}`) ?? value
  if (FUELS.has(field)) return text(value === 'true' || value === '1' ? 'drift.on' : 'drift.off')
  return value
}
