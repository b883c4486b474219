import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Project } from '../../domain/access.ts'
import { ENVIRONMENT_NAMES, type EnvironmentName, type ProjectScope } from '../../domain/environment-name.ts'
import { ServiceError } from '../../domain/errors.ts'
import { parseUuid } from '../../domain/uuid.ts'
import type { Work } from '../shell.ts'
import { UsageError } from '../usage-error.ts'

/** Adds examples below a command's help, each after the program's name. */
export function examples(command: Command, lines: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  $ fuelcard-desk ${line}\n`).join('')}`)
}

export const projectOption = () =>
  new Option('--project <project>', 'id or name of the project; optional if there is only one')

export const environmentOption = () =>
  new Option('--environment <environment>', 'which half of the project')
    .choices(ENVIRONMENT_NAMES)
    .default('sandbox' satisfies EnvironmentName)

/** Parser of an option that takes a whole number within bounds. */
export function wholeNumber(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (!(number >= minimum && number <= maximum))
      throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
    return number
  }
}

/**
 * The project named by `--project`, or the only one.
 *
 * @throws ServiceError `error.project_not_found`
 * @throws UsageError if more than one project fits
 */
export async function findProject(work: Work, asked: string | undefined): Promise<Project> {
  const projects = await work.call('projects.list', {})
  const matching =
    asked === undefined
      ? implied(projects)
      : projects.filter((project) => project.id === parseUuid(asked) || project.name === asked)
  const [project] = matching
  if (project === undefined)
    throw new ServiceError(
      'error.project_not_found',
      asked === undefined
        ? 'There is no project yet; make one with "projects create --name N"'
        : `There is no project "${asked}"`,
    )
  if (matching.length > 1)
    throw new UsageError(
      `${asked === undefined ? 'Say which project with --project' : `Several projects are called "${asked}"; give the id`}: ${matching.map(({ id, name }) => `${id} (${name})`).join(', ')}`,
    )
  return project
}

/** The projects that a command without `--project` may mean: archived ones count only if there are no others. */
function implied(projects: readonly Project[]): readonly Project[] {
  const live = projects.filter((project) => project.archivedAt === null)
  return live.length === 0 ? projects : live
}

/** `--project` and `--environment` as given. */
export interface ScopeOptions {
  project?: string
  environment: EnvironmentName
}

/** @throws what `findProject` throws */
export async function scopeOf(work: Work, options: ScopeOptions): Promise<ProjectScope> {
  return { projectId: (await findProject(work, options.project)).id, environment: options.environment }
}
