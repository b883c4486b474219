/** A text as every store keeps it: none has lone surrogates, and PostgreSQL has no NUL. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
