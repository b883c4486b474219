import type { Command } from 'commander'
import type { ConformanceReport, ConformanceResult } from '../../../domain/sync/portal-conformance.ts'
import { style } from '../../output/style.ts'
import type { Shell } from '../../shell.ts'
import { connectionOf, type ConnectionOptions } from './connection-options.ts'
import { examples, findProject, projectOption } from '../shared.ts'

interface ConformanceOptions extends ConnectionOptions {
  project?: string
  card?: string
}

/** For builders of gateways: which requirements of the portal protocol theirs meets. */
export function registerConformance(command: Command, shell: Shell): void {
  command
    .description(
      'test a gateway, connected or not, against the portal protocol; exit code 1 when it breaks a requirement',
    )
    .addOption(projectOption())
    .option(
      '--card <id>',
      "the provider's id of a test card: it is disabled, enabled and updated, and put back as it was; without one, changes are not tried",
    )
    .action(({ project, card, ...options }: ConformanceOptions) =>
      shell.run(async (work) => {
        const { id: projectId } = await findProject(work, project)
        const connection = await connectionOf(options)
        const report = await work.callWithProgress('Trying requirements:', 'provider.conformance', {
          projectId,
          ...(connection === null ? {} : { connection }),
          ...(card === undefined ? {} : { testCard: card }),
        })
        work.print(report, () => describeReport(report))
        if (!report.held || report.restored === false) process.exitCode = 1
      }),
    )
  examples(command, [
    'provider conformance --card PC1-0000000',
    'provider conformance --url https://gateway.example --token-file token.txt --card TEST-1 --json',
  ])
}

function describeReport({ requirements, testCard, restored }: ConformanceReport): string {
  const count = (state: ConformanceResult['state']) => requirements.filter((result) => result.state === state).length
  const lines = requirements.map(
    ({ state, requirement, reason }) => `${MARKS[state]()} ${requirement}${reason === null ? '' : `\n    ${reason}`}`,
  )
  const left =
    restored === false
      ? [style.red(`The test card ${testCard ?? ''} could not be put back as it was: look at it at the provider.`)]
      : []
  return [
    ...lines,
    '',
    `${count('held')} held, ${count('broken')} broken, ${count('skipped')} not tried`,
    ...left,
    '',
  ].join('\n')
}

const MARKS: Record<ConformanceResult['state'], () => string> = {
  held: () => style.green('✓'),
  broken: () => style.red('✗'),
  skipped: () => style.dim('–'),
}
