/** The names of a workbook's sheets, in order, from `xl/workbook.xml` (ECMA-376 part 1, 18.2.19). */
export function sheetNames(workbook: Buffer): string[] {
  return sheetTags(workbook).map(({ name }) => name)
}

/**
 * The part of a workbook that holds a sheet, such as `xl/worksheets/sheet1.xml`; null if it cannot be told.
 *
 * @param relations `xl/_rels/workbook.xml.rels`, which says where the sheets are
 * @param which its name, or its number counted from 1
 */
export function sheetPart(workbook: Buffer, relations: Buffer, which: string | number): string | null {
  const sheets = sheetTags(workbook)
  const sheet = typeof which === 'number' ? sheets[which - 1] : sheets.find(({ name }) => name === which)
  const tags = [...relations.toString('utf8').matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)].map(([tag]) => tag)
  const target = tags.find((tag) => attribute(tag, 'Id') === sheet?.relation)
  const path = target === undefined ? null : attribute(target, 'Target')
  return path === null ? null : path.startsWith('/') ? path.slice(1) : `xl/${path}`
}

function sheetTags(workbook: Buffer): { name: string; relation: string | null }[] {
  return [...workbook.toString('utf8').matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].flatMap(([tag]) => {
    const name = attribute(tag, 'name')
    return name === null ? [] : [{ name, relation: attribute(tag, '\\w+:id') }]
  })
}

/** The value of a tag's attribute; null if it has none of this name. */
export function attribute(tag: string, name: string): string | null {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  return found === null ? null : withoutEntities(found[1] ?? found[2] ?? '')
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
