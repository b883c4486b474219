import type { Command } from 'commander'
import { contractVersion } from '../../domain/desk/contract-version.ts'
import { ServiceError } from '../../domain/errors.ts'
import { productVersion } from '../../bridge/locations.ts'
import { readPolicy } from '../../bridge/policy.ts'
import { createOAuthClient, type OAuthClient } from '../../bridge/remote/oauth-client.ts'
import { serviceAddress } from '../../bridge/remote/service-address.ts'
import { openServiceRequests } from '../../bridge/remote/service-requests.ts'
import { invocation, shellWord } from '../invocation.ts'
import { readCertificates } from '../network-options.ts'
import { shortTime, table } from '../output/table.ts'
import { style } from '../output/style.ts'
import { signInDevice, type ShownCode } from '../remote/device-sign-in.ts'
import { findService, knownServices } from '../remote/services-file.ts'
import type { Shell } from '../shell.ts'
import { UsageError } from '../usage-error.ts'
import { examples } from './shared.ts'

/** Connecting this command line to services elsewhere. */
export function registerServices(program: Command, shell: Shell): void {
  const connect = program
    .command('connect')
    .description("connect this command line to a team's service; other commands then take --service")
    .argument('[address]', 'such as https://fleet.example; by default the one that the policy names')
    .option('--name <name>', 'what to call it (default: its host)')
    .option('--extra-ca <file>', 'certificates of authorities to trust for it, in PEM form')
    .action((address: string | undefined, options: { name?: string; extraCa?: string }) =>
      runConnect(shell, address, options),
    )
  examples(connect, [
    'connect https://fleet.example',
    'connect https://fleet.example --name work',
    'cards list --service work',
  ])

  const services = program.command('services').description('the services that this command line is connected to')
  const list = services
    .command('list')
    .description('list them')
    .action(async () => {
      const all = (await knownServices().list()).map(({ name, address, connectedAt }) => ({
        name,
        address,
        connectedAt,
      }))
      const rows = all.map(({ name, address, connectedAt }) => [name, address, shortTime(connectedAt)])
      shell.print(all, () =>
        table(['Name', 'Address', 'Connected (UTC)'], rows, 'No service is connected; connect one with: connect'),
      )
    })
  examples(list, ['services list', 'services list --json'])

  const forget = services
    .command('forget')
    .description('sign out of one and forget it')
    .argument('<name>', 'its name')
    .action(async (name: string) => {
      const service = await findService(name)
      await knownServices().forget(name)
      await withClient(service.address, service.extraCa, (client) => client.revoke(service.token))
      shell.print({ forgotten: name }, () => `Forgot "${name}".\n`)
    })
  examples(forget, ['services forget work'])
}

async function runConnect(
  shell: Shell,
  typed: string | undefined,
  { name: asked, extraCa: file }: { name?: string; extraCa?: string },
): Promise<void> {
  const policy = readPolicy()
  const given = typed ?? policy.policy.team.service
  if (given === undefined) throw new UsageError('Name the address of the service, such as https://fleet.example')
  const address = serviceAddress(given)
  policy.requireService(address)
  const name = asked ?? new URL(address).host
  const extraCa = file === undefined ? [] : readCertificates(file)
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  process.once('SIGINT', interrupt)
  try {
    const token = await withClient(address, extraCa, (client) =>
      signInDevice(client, (code) => shell.print({ event: 'code', ...code }, () => words(code)), interrupted.signal),
    )
    const services = knownServices()
    const before = (await services.list()).find((service) => service.name === name)
    await services.keep({ name, address, token, extraCa, connectedAt: new Date().toISOString() })
    // The session that this one replaces would otherwise stay signed in for 30 days.
    if (before !== undefined) await withClient(before.address, before.extraCa, (client) => client.revoke(before.token))
    shell.print(
      { event: 'connected', name, address },
      () => `Connected to ${address}. Use it with: ${invocation()} projects list --service ${shellWord(name)}\n`,
    )
  } catch (error) {
    if (interrupted.signal.aborted) throw new ServiceError('error.signed_out', 'Nothing was connected')
    throw error
  } finally {
    process.off('SIGINT', interrupt)
  }
}

async function withClient<Result>(
  address: string,
  extraCa: readonly string[],
  use: (client: OAuthClient) => Promise<Result>,
): Promise<Result> {
  const requests = openServiceRequests({ address, contract: contractVersion(productVersion()), extraCa })
  try {
    return await use(createOAuthClient(requests, 'command-line'))
  } finally {
    await requests.close()
  }
}

function words({ verificationUri, userCode, expiresInSeconds }: ShownCode): string {
  return `Open ${style.bold(verificationUri)} in a browser, sign in there, and enter this code:\n\n    ${style.bold(userCode)}\n\n${style.dim(`Waiting for up to ${Math.round(expiresInSeconds / 60)} minutes. Ctrl+C ends it.`)}\n`
}
