import type { Command } from 'commander'
import type { Approval, ApprovalChange } from '../../../domain/approvals/approval.ts'
import type { ApprovalValues } from '../../../domain/approvals/approval-values.ts'
import { facts, shortTime, table } from '../../output/table.ts'
import type { Shell, Work } from '../../shell.ts'
import { UsageError } from '../../usage-error.ts'
import { examples, findProject, projectOption, wholeNumber } from '../shared.ts'

const MOST_CARDS = 100_000

/** What waits for a second person. On the machine itself, commands pass without one. */
export function registerApprovals(program: Command, shell: Shell): void {
  const approvals = program.command('approvals').description('what waits for a second person, and the rule for it')

  const list = approvals
    .command('list', { isDefault: true })
    .description('list what waits, and what was decided')
    .addOption(projectOption())
    .action(({ project }: { project?: string }) =>
      shell.run(async (work) => {
        const { id: projectId } = await findProject(work, project)
        const all = await work.call('approvals.list', { projectId })
        const values = await Promise.all(all.map((one) => valuesOf(work, projectId, one)))
        work.print(all, () =>
          table(
            ['State', 'What', 'Asked by', 'Reason', 'Until (UTC)', 'Id'],
            all.map((one, index) => [
              one.state,
              [
                changeWords(one.change),
                ...valueWords(values[index] ?? null).map(([name, value]) => `${name} ${value}`),
              ].join(', '),
              one.asker.name,
              one.reason,
              one.state === 'waiting' ? shortTime(one.expiresAt) : null,
              one.id,
            ]),
            'Nothing was asked for',
          ),
        )
      }),
    )
  examples(list, ['approvals', 'approvals list --project "Demo fleet" --json'])

  const show = approvals
    .command('show')
    .description('show one request, with what it would give each card')
    .argument('<id>', 'the ID of the request')
    .addOption(projectOption())
    .action((approvalId: string, { project }: { project?: string }) =>
      shell.run(async (work) => {
        const { id: projectId } = await findProject(work, project)
        const values = await work.call('approvals.values', { projectId, approvalId })
        const one = (await work.call('approvals.list', { projectId })).find(({ id }) => id === approvalId)
        if (one === undefined) throw new UsageError('There is no such request among the newest hundred')
        work.print({ ...one, values }, () =>
          [
            facts([
              ['what', changeWords(one.change)],
              ...valueWords(values),
              ['reason', one.reason],
              ['asked by', one.asker.name],
              ['state', one.state],
              ['lapses (UTC)', one.state === 'waiting' ? shortTime(one.expiresAt) : null],
            ]),
            ...(values === null || values.rowsTotal === 0 ? [] : ['\n', rowsTable(values)]),
          ].join(''),
        )
      }),
    )
  examples(show, ['approvals show 5a7c…'])

  const decide = (name: 'approve' | 'decline' | 'withdraw', description: string) =>
    approvals
      .command(name)
      .description(description)
      .argument('<id>', 'the ID of the request')
      .addOption(projectOption())

  const approve = decide('approve', 'carry a request out, in the name of the person who asked').action(
    (approvalId: string, { project }: { project?: string }) =>
      shell.run(async (work) => {
        const { id: projectId } = await findProject(work, project)
        printOne(work, await work.call('approvals.approve', { projectId, approvalId }))
      }),
  )
  examples(approve, ['approvals approve 5a7c…'])

  const decline = decide('decline', 'decline a request')
    .option('--answer <text>', 'why')
    .action((approvalId: string, { project, answer }: { project?: string; answer?: string }) =>
      shell.run(async (work) => {
        const { id: projectId } = await findProject(work, project)
        const why = answer === undefined ? {} : { answer }
        printOne(work, await work.call('approvals.decline', { projectId, approvalId, ...why }))
      }),
    )
  examples(decline, ['approvals decline 5a7c… --answer "Use the present key"'])

  const withdraw = decide('withdraw', 'take back a request of your own').action(
    (approvalId: string, { project }: { project?: string }) =>
      shell.run(async (work) => {
        const { id: projectId } = await findProject(work, project)
        printOne(work, await work.call('approvals.withdraw', { projectId, approvalId }))
      }),
  )
  examples(withdraw, ['approvals withdraw 5a7c…'])

  const rule = approvals
    .command('rule')
    .description('show or change what a project asks a second person for')
    .addOption(projectOption())
    .option('--on', 'ask a second person')
    .option('--off', 'ask nobody')
    .option('--over <cards>', 'a bulk change of more cards than this waits', wholeNumber(0, MOST_CARDS))
    .action(({ project, on, off, over }: { project?: string; on?: true; off?: true; over?: number }) =>
      shell.run(async (work) => {
        if (on && off) throw new UsageError('Either --on or --off')
        const { id: projectId } = await findProject(work, project)
        const isChange = on !== undefined || off !== undefined || over !== undefined
        const present = isChange
          ? await work.call('approvals.setRule', {
              projectId,
              ...(on || off ? { enabled: on === true } : {}),
              ...(over === undefined ? {} : { bulkOver: over }),
            })
          : await work.call('approvals.rule', { projectId })
        work.print(present, () =>
          present.enabled
            ? `A second person is asked, for bulk changes of more than ${present.bulkOver} cards as well\n`
            : 'Nobody is asked\n',
        )
      }),
    )
  examples(rule, ['approvals rule', 'approvals rule --on --over 50 --project "Demo fleet"'])
}

function printOne(work: Work, approval: Approval): void {
  work.print(approval, () => `${changeWords(approval.change)}: ${approval.state}\n`)
}

async function valuesOf(
  work: Work,
  projectId: string,
  { id, change, state }: Approval,
): Promise<ApprovalValues | null> {
  return change.subject === 'bulk' && state === 'waiting'
    ? work.call('approvals.values', { projectId, approvalId: id })
    : null
}

/** What all cards would get. */
function valueWords(values: ApprovalValues | null): (readonly [string, string])[] {
  if (values === null) return []
  const words = [
    ['until', values.until],
    ['card reason', values.reason],
    ['note', values.note],
    ['reference', values.internalReference],
    ['cost centre', values.costCentre],
    ['notes', values.notes],
  ] as const
  return words.flatMap(([name, value]) => (value === null ? [] : [[name, value.replaceAll(/\s*\n\s*/g, ' ')] as const]))
}

/** The rows of the file with those of its columns that give something. */
function rowsTable({ rows, rowsTotal }: ApprovalValues): string {
  const columns = ROW_COLUMNS.filter(([, name]) => rows.some((row) => row[name]))
  const more = rowsTotal - rows.length
  return [
    table(
      columns.map(([title]) => title),
      rows.map((row) => columns.map(([, name]) => row[name] ?? null)),
      '',
    ),
    ...(more > 0 ? [`and ${more} more\n`] : []),
  ].join('')
}

const ROW_COLUMNS = [
  ['Card', 'cardNumber'],
  ['Replaces', 'replacesCardNumber'],
  ['Plate', 'licensePlate'],
  ['Driver', 'driver'],
  ['Reference', 'internalReference'],
  ['Cost centre', 'costCentre'],
  ['Notes', 'notes'],
] as const

function changeWords(change: ApprovalChange): string {
  switch (change.subject) {
    case 'bulk':
      return `${change.handsOver === change.cards ? 'hand over' : change.command} ${change.cards} cards`
    case 'live_key':
      return `live API key "${change.name}"`
    case 'provider':
      return `provider at ${change.place ?? 'no address'}`
    case 'webhook_url':
      return `webhook to ${change.url}`
    case 'release':
      return `release of ${change.environments.join(' and ')}`
    case 'setting':
      return 'the rule itself'
  }
}
