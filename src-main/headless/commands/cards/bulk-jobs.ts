import type { ProjectScope } from '../../../domain/environment-name.ts'
import { Option, type Command } from 'commander'
import { BULK_OUTCOMES, type BulkOutcome } from '../../../domain/cards/bulk.ts'
import { saveDownload } from '../../hand-over.ts'
import { count } from '../../output/table.ts'
import { style } from '../../output/style.ts'
import type { Shell, Work } from '../../shell.ts'
import { UsageError } from '../../usage-error.ts'
import { describeJob, describeJobs, describeResults } from './bulk-words.ts'
import { waitFor } from './card-bulk.ts'
import { describeCard, findCard } from './cards.ts'
import { confirmation, confirmCount } from './confirm-count.ts'
import { environmentOption, examples, projectOption, scopeOf, wholeNumber, type ScopeOptions } from '../shared.ts'

/** Watching, repeating and undoing bulk commands. */
export function registerBulkJobs(cards: Command, bulk: Command, shell: Shell): void {
  const sub = (name: string, description: string) =>
    bulk.command(name).description(description).addOption(projectOption()).addOption(environmentOption())
  const withJob = (name: string, description: string) =>
    sub(name, description).argument('<job>', 'job ID, as shown by "cards bulk list"')

  examples(
    sub('list', 'the newest hundred bulk commands').action((options: ScopeOptions) =>
      shell.run(async (work) => {
        const jobs = await work.call('bulk.list', await scopeOf(work, options))
        work.print(jobs, () => describeJobs(jobs))
      }),
    ),
    ['cards bulk list', 'cards bulk list --environment production --json'],
  )

  for (const [name, description, call] of [
    ['show', 'one bulk command, and how far it is', 'bulk.get'],
    ['cancel', 'end a bulk command; what it has done stays done', 'bulk.cancel'],
  ] as const) {
    const command = withJob(name, description).action((jobId: string, options: ScopeOptions) =>
      shell.run(async (work) => {
        const job = await work.call(call, { ...(await scopeOf(work, options)), jobId })
        work.print(job, () => describeJob(job))
      }),
    )
    examples(command, [`cards bulk ${name} bulk_4kT…`])
  }

  const results = withJob('results', 'what became of each card')
    .addOption(new Option('--outcome <outcome>', 'only these').choices(BULK_OUTCOMES))
    .option('--page <number>', 'page number', wholeNumber(1, 2 ** 31), 1)
    .option('--limit <number>', 'cards per page', wholeNumber(1, 1_000), 100)
    .option('--file <file>', 'write all results to this CSV file instead')
    .action(
      (
        jobId: string,
        {
          outcome,
          page,
          limit,
          file,
          ...options
        }: ScopeOptions & { outcome?: BulkOutcome; page: number; limit: number; file?: string },
      ) =>
        shell.run(async (work) => {
          const scope = await scopeOf(work, options)
          if (file !== undefined) {
            if (outcome !== undefined) throw new UsageError('--file writes all results, whatever their outcome')
            const written = await saveDownload(work, await work.call('bulk.download', { ...scope, jobId }), file)
            return work.print({ file: written }, () => `Wrote ${written}\n`)
          }
          const found = await work.call('bulk.results', { ...scope, jobId, page, limit, outcome })
          const more =
            page * limit < found.total ? style.dim(`of ${count(found.total)}; more with --page ${page + 1}\n`) : ''
          work.print(found, () => describeResults(found.docs) + more)
        }),
    )
  examples(results, [
    'cards bulk results bulk_4kT… --outcome refused',
    'cards bulk results bulk_4kT… --file results.csv',
  ])

  const retry = withJob('retry', 'start the command again for the cards that were refused')
    .option('--confirm <cards>', 'in production: the number of refused cards to retry', confirmation)
    .action((jobId: string, { confirm, ...options }: ScopeOptions & { confirm?: number }) =>
      shell.run(async (work) => {
        const scope = await scopeOf(work, options)
        await confirmCount(
          scope.environment,
          (await work.call('bulk.get', { ...scope, jobId })).failed,
          confirm,
          'be tried again',
        )
        const job = await waitFor(work, scope, await work.call('bulk.retry', { ...scope, jobId }))
        work.print(job, () => describeJob(job))
      }),
    )
  examples(retry, ['cards bulk retry bulk_4kT…'])

  const undo = cards
    .command('undo')
    .description('undo the last command on a card, or a whole bulk command, within 10 minutes')
    .addOption(projectOption())
    .addOption(environmentOption())
    .option('--card <card>', 'card ID or card number')
    .option('--job <job>', "a bulk command's ID; cards changed since then stay as they are")
    .option('--reason <text>', 'for the audit log, with --card')
    .option(
      '--confirm <cards>',
      'with --job, in production: the number of cards the bulk command changed',
      confirmation,
    )
    .action(
      ({
        card,
        job,
        reason,
        confirm,
        ...options
      }: ScopeOptions & { card?: string; job?: string; reason?: string; confirm?: number }) =>
        shell.run(async (work) => {
          if ((card === undefined) === (job === undefined))
            throw new UsageError('Say what to undo: --card CARD, or --job JOB')
          if (card !== undefined) {
            const undone = await work.call('cards.undo', { ...(await findCard(work, options, card)), reason })
            return work.print(undone, () => describeCard(undone))
          }
          return undoJob(work, await scopeOf(work, options), job ?? '', confirm)
        }),
    )
  examples(undo, [
    'cards undo --card 782521232686785179',
    'cards undo --job bulk_4kT…',
    'cards undo --job bulk_4kT… --environment production --confirm 4963',
  ])
}

async function undoJob(work: Work, scope: ProjectScope, jobId: string, confirm: number | undefined): Promise<void> {
  await confirmCount(scope.environment, (await work.call('bulk.get', { ...scope, jobId })).succeeded, confirm)
  const undoing = await waitFor(work, scope, await work.call('bulk.undo', { ...scope, jobId }))
  work.print(undoing, () => describeJob(undoing))
}
