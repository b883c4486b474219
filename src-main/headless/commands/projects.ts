import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import type { Project } from '../../domain/access.ts'
import { facts, shortTime, table } from '../output/table.ts'
import type { Shell } from '../shell.ts'
import { UsageError } from '../usage-error.ts'
import { examples, findProject } from './shared.ts'

export function registerProjects(program: Command, shell: Shell): void {
  const projects = program.command('projects').description('list, create, rename, archive and delete projects')

  const list = projects
    .command('list')
    .description('list all projects, archived ones included')
    .action(() =>
      shell.run(async (work) => {
        const all = await work.call('projects.list', {})
        const rows = all.map(({ id, name, createdAt, archivedAt }) => [
          id,
          name,
          shortTime(createdAt),
          archivedAt === null ? '' : `archived ${shortTime(archivedAt)}`,
        ])
        work.print(all, () =>
          table(
            ['Id', 'Name', 'Created (UTC)', ''],
            rows,
            'There is no project yet; make one with: projects create --name "My fleet"',
          ),
        )
      }),
    )
  examples(list, ['projects list', 'projects list --json'])

  const create = projects
    .command('create')
    .description('create a project with an empty sandbox and an empty production')
    .requiredOption('--name <name>', 'its name')
    .action(({ name }: { name: string }) =>
      shell.run(async (work) => {
        const project = await work.call('projects.create', { name })
        work.print(project, () => describe(project))
      }),
    )
  examples(create, ['projects create --name "Northern fleet"'])

  const rename = projects
    .command('rename')
    .description('rename a project')
    .argument('<project>', "the project's ID or name")
    .requiredOption('--name <name>', 'its new name')
    .action((asked: string, { name }: { name: string }) =>
      shell.run(async (work) => {
        const project = await work.call('projects.rename', { projectId: (await findProject(work, asked)).id, name })
        work.print(project, () => describe(project))
      }),
    )
  examples(rename, ['projects rename "Demo fleet" --name "Training"'])

  const archive = projects
    .command('archive')
    .description('archive a project; it stays readable, and its keys work until they are revoked')
    .argument('<project>', "the project's ID or name")
    .action((asked: string) =>
      shell.run(async (work) => {
        const project = await work.call('projects.archive', { projectId: (await findProject(work, asked)).id })
        work.print(project, () => describe(project))
      }),
    )
  examples(archive, ['projects archive "Old fleet"'])

  const remove = projects
    .command('delete')
    .description('delete a project with its cards and keys, after a backup')
    .argument('<project>', "the project's ID or name")
    .option('--name <name>', "the project's name again, to confirm")
    .action((asked: string, { name }: { name?: string }) =>
      shell.run(async (work) => {
        const project = await findProject(work, asked)
        const result = await work.call('projects.delete', {
          projectId: project.id,
          name: name ?? (await askName(project)),
        })
        const way = result.backup === null ? '' : ` A backup from just before is in ${result.backup}`
        work.print(result, () => `Deleted "${project.name}".${way}\n`)
      }),
    )
  examples(remove, ['projects delete 0b0f… --name "Old fleet"'])
}

function describe({ id, name, createdAt, archivedAt }: Project): string {
  return facts([
    ['Id', id],
    ['Name', name],
    ['Created (UTC)', shortTime(createdAt)],
    ...(archivedAt === null ? [] : [['Archived (UTC)', shortTime(archivedAt)] as const]),
  ])
}

async function askName(project: Project): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`Repeat the project's name with --name to delete it`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(
      `This deletes "${project.name}" with all its cards and keys. Type its name to go on: `,
    )
  } finally {
    terminal.close()
  }
}
