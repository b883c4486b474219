/** The names of a workbook's sheets, in order, from `xl/workbook.xml` (ECMA-376 part 1, 18.2.19). */
export function sheetNames(workbook: Buffer): string[] {
  const names: string[] = []
  for (const [tag] of workbook.toString('utf8').matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)) {
    const name = /\sname\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(tag)
    if (name !== null) names.push(withoutEntities(name[1] ?? name[2] ?? ''))
  }
  return names
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function withoutEntities(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g,
    (whole, hexadecimal: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return ENTITIES[name] ?? whole
      const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
    },
  )
}
