// `npx node resources/release/sbom.ts`: what the packages contain, in the form of CycloneDX. The project must be built.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shippedPackages } from '../package/licences.ts'

interface Bom {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
  [other: string]: unknown
}

interface Component {
  'bom-ref': string
  name: string
  type: string
  scope?: string
  properties?: { name: string; value: string }[]
  [other: string]: unknown
}

/**
 * npm's own list holds every tool as well, and calls what is bundled a tool: here are the packages that are installed
 * or bundled, and Electron.
 */
export function contentsOf(root: string): Bom {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const all = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })) as Bom
  const shipped = new Set(
    [...shippedPackages(root), 'node_modules/electron'].map((folder) => referenceOf(join(root, folder))),
  )
  const { component } = all.metadata
  const isKept = (reference: string) => shipped.has(reference) || reference === component['bom-ref']
  return {
    ...all,
    // npm names it after the folder that it happens to be in.
    metadata: { ...all.metadata, component: { ...component, name: 'fuelcard-desk', type: 'application' } },
    components: all.components
      .filter((part) => shipped.has(part['bom-ref']))
      .map((part) => ({
        ...part,
        scope: 'required',
        properties: (part.properties ?? []).filter(({ name }) => name !== 'cdx:npm:package:development'),
      })),
    dependencies: all.dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((part) => isKept(part)) })),
  }
}

function referenceOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>
  return `${name}@${version}`
}

if (import.meta.main)
  process.stdout.write(`${JSON.stringify(contentsOf(join(import.meta.dirname, '../..')), null, 2)}\n`)
