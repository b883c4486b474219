import type { Project } from '../domain/access.ts'
import type { Demo } from '../bridge/first-start.ts'
import { commandLine } from './invocation.ts'
import { style } from './output/style.ts'

export interface GreetingFacts {
  version: string
  baseUrl: string
  uiUrl: string | null
  /** Where others reach it, and what it listens to behind that; absent if it is reached on this machine alone. */
  publicUrl?: string | null
  listensAt?: string
  localUrl?: string
  dataDir: string
  /** `--data-dir` as given, for the commands shown. */
  dataDirAsked: string | undefined
  demo: Demo | null
  projects: readonly Project[]
}

const LISTED_PROJECTS = 5

/** What `serve` prints when ready: its addresses, and what to do next. */
export function greeting(facts: GreetingFacts): string {
  const lines = [
    style.bold(`Fuelcard Desk ${facts.version} is ready`),
    '',
    `  API      ${facts.baseUrl}   reference: ${facts.baseUrl}/docs`,
    ...othersAt(facts),
    facts.uiUrl === null ? '  Page     none on this address' : `  ${pageLabel(facts)}${facts.uiUrl}`,
    ...(facts.uiUrl === null
      ? []
      : [style.dim(`           valid once, for 10 minutes; another: ${command(facts, 'login')}`)]),
    `  Data     ${facts.dataDir}`,
    '',
    ...(facts.demo?.key == null ? knownProjects(facts) : firstRequest(facts, facts.demo.project, facts.demo.key.key)),
    '',
    style.dim('Ctrl+C stops it.'),
  ]
  return `${lines.join('\n')}\n`
}

/** Where others reach the page, and where a proxy finds it. */
function othersAt({ publicUrl, listensAt, localUrl }: GreetingFacts): string[] {
  if (localUrl === undefined) return []
  return [
    publicUrl == null ? '  Page     for this machine alone' : `  Page     ${publicUrl}`,
    `  Listens  ${listensAt} for ${publicUrl == null ? 'programs' : publicUrl}, ${localUrl} for this machine`,
  ]
}

function pageLabel({ localUrl }: GreetingFacts): string {
  return localUrl === undefined ? 'Page     ' : 'Here     '
}

/** Shows the key this once, in a command that works as it stands. */
function firstRequest({ baseUrl }: GreetingFacts, project: Project, key: string): string[] {
  return [
    `First start: project "${project.name}" with 48 sandbox cards was made. Its sandbox key is shown this once:`,
    '',
    `  curl -H "Authorization: Bearer ${key}" "${baseUrl}/projects/${project.id}/cards?limit=3"`,
    '',
    `  Project  ${project.id}`,
  ]
}

function knownProjects(facts: GreetingFacts): string[] {
  const shown = facts.projects.filter((project) => project.archivedAt === null).slice(0, LISTED_PROJECTS)
  const [first] = shown
  if (first === undefined)
    return [`There is no project yet. Make one: ${command(facts, 'projects create --name "My fleet"')}`]
  return [
    ...shown.map((project) => `  Project  ${project.id}  ${project.name}`),
    ...(facts.projects.length > shown.length
      ? [style.dim(`           all of them: ${command(facts, 'projects list')}`)]
      : []),
    `  New key  ${command(facts, `keys create --project ${first.id} --environment sandbox`)}`,
  ]
}

function command({ dataDirAsked }: GreetingFacts, words: string): string {
  return commandLine(dataDirAsked, words)
}
