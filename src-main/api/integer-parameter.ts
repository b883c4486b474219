import { z } from 'zod'

/** A query parameter of plain decimal digits (no sign, exponent or spaces); `preset` by default. */
export function integerParameter(minimum: number, maximum: number, preset: number) {
  const wanted =
    maximum < 1_000_000
      ? `Must be a whole number from ${minimum} to ${maximum}`
      : `Must be a whole number from ${minimum}`
  return z
    .string(wanted)
    .refine((digits) => /^\d+$/.test(digits) && Number(digits) >= minimum && Number(digits) <= maximum, wanted)
    .transform(Number)
    .default(preset)
    .meta({ override: { type: 'integer', minimum, maximum, default: preset } })
}
