// `npm run build:client`: the types from the OpenAPI document, then `dist/`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileClient } from './compile.ts'
import { formattedSources } from './formatted-sources.ts'

const GENERATED = join(import.meta.dirname, '../src/generated')

for (const [name, source] of Object.entries(await formattedSources())) {
  const file = join(GENERATED, name)
  // An unchanged file keeps its time, so that nothing is built again because of it.
  if (!existsSync(file) || source !== readFileSync(file, 'utf8')) writeFileSync(file, source)
}
compileClient()
