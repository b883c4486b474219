import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchDeliveries } from './deliveries.ts'
import { benchFleet } from './fleet.ts'
import { benchList } from './list.ts'
import { chartOf } from './chart.ts'
import { benchReach } from './reach.ts'
import type { Measurement } from './measure.ts'
import { benchMemory, benchStart } from './start.ts'
import { benchStandIn } from './stand-in.ts'
import { benchSync } from './sync.ts'
import { benchTeam } from './team.ts'
import { benchScreens } from './screens.ts'
import { benchUi } from './ui.ts'

/** `npm run bench [name …]`: measures ratios side by side in one run and writes them to results/<name>.json. */
const BENCHES: Record<string, () => Promise<Measurement[]>> = {
  list: benchList,
  fleet: benchFleet,
  deliveries: benchDeliveries,
  'stand-in': benchStandIn,
  ui: benchUi,
  screens: benchScreens,
  start: benchStart,
  memory: benchMemory,
  sync: benchSync,
  team: benchTeam,
  reach: benchReach,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`)
  process.exit(2)
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}`)
  const rows = await bench()
  console.table(rows.map(({ what, measured, bound, ok, detail }) => ({ what, measured, bound, ok, detail })))
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ name, node: process.version, rows }, null, 2)}\n`)
  if (rows.some(({ perSecond }) => perSecond !== undefined))
    writeFileSync(join(folder, `${name}.svg`), chartOf(name, rows))
}
