import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

const RENDERER = resolve(import.meta.dirname, '../../out/renderer')
/** What a person waits for before the first screen, gzipped. */
const MOST_BYTES = 260_000

test('the first screen needs little script, and no chart', () => {
  const files = firstLoad()
  const sizes = [...files].map((file) => ({ file, bytes: gzipSync(readFileSync(join(RENDERER, file))).length }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`First load: ${Math.round(total / 1000)} kB of script in ${sizes.length} files, gzipped`)
  expect(total).toBeLessThan(MOST_BYTES)
  // The reading of the files is no guess: it finds the whole program, and the charts are elsewhere in it.
  expect(total).toBeGreaterThan(50_000)
  const drawsCharts = (file: string) => readFileSync(join(RENDERER, file), 'utf8').includes('recharts-')
  expect([...files].filter(drawsCharts)).toEqual([])
  expect(
    readdirSync(join(RENDERER, 'assets'))
      .map((name) => `assets/${name}`)
      .filter((file) => file.endsWith('.js') && drawsCharts(file)),
  ).not.toEqual([])
})

/** The scripts that the document names, and all that they import before they run. */
function firstLoad(): Set<string> {
  const html = readFileSync(join(RENDERER, 'index.html'), 'utf8')
  const wanted = [...html.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? '')
  const files = new Set<string>()
  for (let file = wanted.pop(); file !== undefined; file = wanted.pop()) {
    if (files.has(file)) continue
    files.add(file)
    // `import … from"./x.js"`, `import"./x.js"`, `export … from"./x.js"`; an `import(…)` comes on demand.
    for (const [, other = ''] of readFileSync(join(RENDERER, file), 'utf8').matchAll(
      /(?:from|import)\s*["'](\.[^"']+\.js)["']/g,
    ))
      wanted.push(join(dirname(file), other))
  }
  return files
}
