import { InvalidArgumentError, Option, type Command } from 'commander'
import { AUDIT_DATABASES, type AuditDatabase, type ChainVerdict } from '../../domain/audit.ts'
import type { CallInput, CallOutput } from '../../../src-preload/contract.ts'
import { userPath } from '../invocation.ts'
import { count, counted, shortTime, table } from '../output/table.ts'
import { style } from '../output/style.ts'
import type { Shell, Work } from '../shell.ts'
import { UsageError } from '../usage-error.ts'
import { examples, findProject, projectOption, wholeNumber } from './shared.ts'

const chainOption = () => new Option('--chain <database>', 'the log of which database').choices(AUDIT_DATABASES)

export function registerAudit(program: Command, shell: Shell): void {
  const audit = program.command('audit').description('read, verify and export the audit log')

  const verify = audit
    .command('verify')
    .description('verify the chains of all three databases; exit code 1 if one is broken')
    .option('--expect <head>', 'a head noted earlier, such as service/sandbox:12:9f…, which must still occur')
    .addOption(projectOption())
    .action(({ expect, project }: { expect?: string; project?: string }) =>
      shell.run(async (work) => {
        const projectId = project === undefined ? undefined : (await findProject(work, project)).id
        const verdict = await work.call('audit.verify', { expect, projectId })
        work.print(verdict, () => describeVerdict(verdict))
        if (!verdict.ok) process.exitCode = 1
      }),
    )
  examples(verify, [
    'audit verify',
    'audit verify --project Fleet',
    'audit verify --expect service/sandbox:12:9f86d081884c7d65…',
  ])

  const list = audit
    .command('list')
    .description('list entries, newest first')
    .addOption(chainOption().default('sandbox'))
    .addOption(projectOption())
    .option('--target <id>', 'only entries about this card, key or project')
    .option('--action <action>', 'only this action, such as card.disable')
    .option('--by <person>', 'only what this person or API key did: a name or an ID; or provider, schedule, system')
    .option('--from <time>', 'from this day or moment on, such as 2026-11-01 or 2026-11-01T08:00Z', moment)
    .option('--until <time>', 'before this day or moment', moment)
    .option('--search <text>', 'only entries that mention a driver, plate or card number')
    .option('--page <number>', 'page number', wholeNumber(1, 2 ** 31), 1)
    .option('--limit <number>', 'entries per page', wholeNumber(1, 100), 50)
    .action(
      ({
        chain,
        project,
        target,
        by,
        ...query
      }: {
        chain: AuditDatabase
        project?: string
        target?: string
        by?: string
        action?: string
        from?: string
        until?: string
        search?: string
        page: number
        limit: number
      }) =>
        shell.run(async (work) => {
          const projectId = project === undefined ? undefined : (await findProject(work, project)).id
          const actor = by === undefined ? undefined : await findActor(work, { kind: chain, projectId }, by)
          const listed = await work.call('audit.list', { kind: chain, projectId, targetId: target, actor, ...query })
          const rows = listed.docs.map((entry) => [
            entry.seq,
            shortTime(entry.time),
            entry.actor.name,
            entry.channel,
            entry.action,
            entry.target.id ?? entry.target.type,
            entry.reason,
          ])
          work.print(
            listed,
            () =>
              table(['No', 'Time (UTC)', 'Who', 'From', 'Action', 'Target', 'Reason'], rows, 'No entry matches.') +
              style.dim(`${count(listed.total)} in all\n`),
          )
        }),
    )
  examples(list, [
    'audit list',
    'audit list --chain control --action api_key.revoke',
    'audit list --from 2026-11-01 --search "B-FL 2041"',
  ])

  const exporting = audit
    .command('export')
    .description('write a database’s log to a file: JSON Lines, or CSV if the name ends in .csv')
    .argument('<file>', 'the file')
    .addOption(chainOption().makeOptionMandatory())
    .addOption(projectOption())
    .action((file: string, { chain, project }: { chain: AuditDatabase; project?: string }) =>
      shell.run(async (work) => {
        const projectId = project === undefined ? undefined : (await findProject(work, project)).id
        const written = await work.callWithProgress('Writing entries:', 'audit.export', {
          kind: chain,
          file: userPath(file),
          projectId,
        })
        work.print(written, () => `Wrote ${counted(written.entries, 'entry', 'entries')} to ${written.file}\n`)
      }),
    )
  examples(exporting, ['audit export audit.jsonl --chain production', 'audit export audit.csv --chain control'])
}

/** @throws InvalidArgumentError for anything but an ISO 8601 day or moment; a day begins in the machine's time zone */
function moment(words: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(words)
  const time = new Date(day ? `${words}T00:00` : words)
  if (!/^\d{4}-\d\d-\d\d(T\S+)?$/.test(words) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('Give a day such as 2026-11-01, or a moment such as 2026-11-01T08:00Z.')
  return time.toISOString()
}

/** What `actor` of a list takes, for somebody named by a person. */
async function findActor(work: Work, log: CallInput<'audit.actors'>, named: string): Promise<string> {
  const actors = await work.call('audit.actors', log)
  const found = actors.filter(({ key, name }) => key === named || name.toLowerCase() === named.toLowerCase())
  if (found.length === 1 && found[0] !== undefined) return found[0].key
  if (found.length === 0) throw new UsageError(`Nobody called ${named} occurs in this log`)
  throw new UsageError(`${named} is the name of several: give an ID (${found.map(({ key }) => key).join(', ')})`)
}

/** Chains listed per database; there may be hundreds. `--json` prints them all. */
const LISTED_CHAINS = 20

function describeVerdict(verdict: CallOutput<'audit.verify'>): string {
  const logs = AUDIT_DATABASES.map((name) => verdict[name])
  const rows = logs.flatMap(({ chains }) => listed(chains).map(rowOf))
  const problems = logs.flatMap(({ chains }) => chains.filter(({ ok }) => !ok))
  const left = logs.reduce((sum, { chains }) => sum + chains.length, 0) - rows.length
  return (
    table(['Chain', 'Verdict', 'Entries', 'Head'], rows, 'No entry yet.') +
    (left === 0 ? '' : style.dim(`${counted(left, 'more chain')}; --json prints them all\n`)) +
    problems
      .slice(0, LISTED_CHAINS)
      .map(({ chain, problem }) => `${chain}: ${problem}\n`)
      .join('') +
    (problems.length > LISTED_CHAINS ? `${count(problems.length - LISTED_CHAINS)} more chains are broken\n` : '')
  )
}

/** Broken chains first, the others in their order. */
function listed(chains: readonly ChainVerdict[]): ChainVerdict[] {
  return chains.toSorted((one, other) => Number(one.ok) - Number(other.ok)).slice(0, LISTED_CHAINS)
}

function rowOf({ chain, ok, count: entries, head }: ChainVerdict): string[] {
  return [chain, ok ? 'proven' : 'broken', count(entries), head]
}
