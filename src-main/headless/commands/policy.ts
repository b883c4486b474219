import type { Command } from 'commander'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { policyFile } from '../../bridge/policy.ts'
import type { Shell } from '../shell.ts'
import { examples } from './shared.ts'

export function registerPolicy(program: Command, shell: Shell): void {
  const policy = program
    .command('policy')
    .description("show what this computer's administrator has decided: features turned off, settings and updates")
    .action(() =>
      shell.run(async (work) => {
        const view = await work.call('policy.get', {})
        work.print(view, () => describe(view))
      }),
    )
  examples(policy, ['policy', 'policy --json'])
}

function describe({ file, off, updates, teamService, settings }: CallOutput<'policy.get'>): string {
  if (file === null) return `This computer has no policy. One would be in ${policyFile()}\n`
  const { enabled, channel, feed } = updates
  const lines = [
    `Policy: ${file}`,
    `Turned off: ${off.length === 0 ? 'nothing' : off.join(', ')}`,
    `Team's service: ${teamService ?? 'any'}`,
    `Settings decided: ${settings.length === 0 ? 'none' : settings.join(', ')}`,
    `Updates: ${enabled === false ? 'turned off' : [channel ?? 'any channel', ...(feed === undefined ? [] : [feed])].join(', ')}`,
  ]
  return `${lines.join('\n')}\n`
}
