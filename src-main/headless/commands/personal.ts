import type { Command } from 'commander'
import type { Remaining } from '../../domain/desk/personal.ts'
import { count, counted, day } from '../output/table.ts'
import { saveDownload } from '../hand-over.ts'
import type { Shell } from '../shell.ts'
import { examples, findProject, projectOption } from './shared.ts'

interface Options {
  project?: string
  driver: string
}

/** What is known about a driver, in both environments of a project. */
export function registerPersonal(program: Command, shell: Shell): void {
  const personal = program.command('personal').description("a driver's data: find, export and erase it")
  const sub = (name: string, description: string) =>
    personal
      .command(name)
      .description(description)
      .addOption(projectOption())
      .requiredOption('--driver <name>', 'the exact name')

  const find = sub('find', 'in how many places a driver is named').action(({ project, driver }: Options) =>
    shell.run(async (work) => {
      const found = await work.call('personal.find', { projectId: (await findProject(work, project)).id, driver })
      work.print(
        found,
        () =>
          `Cards ${count(found.cards)}, audit entries ${count(found.auditEntries)}, events ${count(found.events)}, other places ${count(found.others)}\n`,
      )
    }),
  )
  examples(find, ['personal find --driver "Anna Berger"'])

  const exporting = sub('export', 'write all that is known of a driver to a JSON file')
    .requiredOption('--file <file>', 'the file')
    .action(({ project, driver, file }: Options & { file: string }) =>
      shell.run(async (work) => {
        const path = await saveDownload(
          work,
          await work.call('personal.download', { projectId: (await findProject(work, project)).id, driver }),
          file,
        )
        work.print({ file: path }, () => `Wrote ${path}\n`)
      }),
    )
  examples(exporting, ['personal export --driver "Anna Berger" --file anna.json'])

  const erase = sub(
    'erase',
    "take a driver out of everything that is past, and say what is left until when; refused while a card is the driver's",
  ).action(({ project, driver }: Options) =>
    shell.run(async (work) => {
      const done = await work.call('personal.erase', { projectId: (await findProject(work, project)).id, driver })
      work.print(
        done,
        () =>
          `Erased in ${counted(done.erased, 'place')}.\n${done.remaining.length === 0 ? '' : `Still there:\n${done.remaining.map(leftBehind).join('')}`}`,
      )
    }),
  )
  examples(erase, ['personal erase --driver "Anna Berger"'])
}

const LEFT: Record<Remaining['what'], string> = {
  events: 'events still to be delivered',
  changes: 'changes that the provider has not confirmed',
  bulk: 'rows of bulk commands under way',
  runs: 'synchronisations under way',
  approvals: 'requests that wait for approval',
  audit: 'audit entries of an earlier version, which the chain needs as proof',
  backups: 'backups',
  setAside: 'copies from before an upgrade or a restore',
  log: "databases' write-ahead logs, until the service stops",
}

function leftBehind({ what, count: number, until }: Remaining): string {
  return `  ${count(number)} ${LEFT[what]}${until === null ? '' : `, until ${day(until)} at the latest`}\n`
}
