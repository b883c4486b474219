import type { Measurement } from './measure.ts'

const WIDTH = 760
const LABEL = 330
const LINE = 26

/** A picture of the rows that have a rate: a bar each, against the highest of its kind, which its first word names. */
export function chartOf(name: string, rows: readonly Measurement[]): string {
  const shown = rows.flatMap(({ what, perSecond }) => (perSecond === undefined ? [] : [{ what, perSecond }]))
  const kindOf = (what: string) => what.split(/[ ,:]/, 1)[0]
  const bars = shown.map(({ what, perSecond }, index) => {
    const most = Math.max(...shown.filter((row) => kindOf(row.what) === kindOf(what)).map((row) => row.perSecond))
    const width = Math.max(1, Math.round(((WIDTH - LABEL - 90) * perSecond) / most))
    const y = 40 + index * LINE
    return [
      `<text x="${LABEL - 8}" y="${y + 14}" text-anchor="end">${escaped(what)}</text>`,
      `<rect x="${LABEL}" y="${y}" width="${width}" height="18" fill="#1c7ed6"/>`,
      `<text x="${LABEL + width + 6}" y="${y + 14}">${Math.round(perSecond)}/s</text>`,
    ].join('')
  })
  const height = 50 + shown.length * LINE
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13">
<rect width="${WIDTH}" height="${height}" fill="#fff"/><text x="12" y="24" font-weight="bold">${escaped(name)}</text>
${bars.join('\n')}
</svg>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
