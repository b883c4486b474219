/**
 * A plate as authorities write it: capitals, single spaces, plain hyphens. Applied while typing, so a space at the end
 * stays: the next group follows it.
 */
export function normalisePlate(typed: string): string {
  return typed
    .normalize('NFC')
    .replaceAll(/\p{Dash_Punctuation}/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .trimStart()
    .toUpperCase()
}
