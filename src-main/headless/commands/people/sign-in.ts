import { InvalidArgumentError, type Command } from 'commander'
import type { Project } from '../../../domain/access.ts'
import { ROLES } from '../../../domain/people/role.ts'
import type { ClaimRole, SignInSettings } from '../../../domain/people/sign-in.ts'
import { facts } from '../../output/table.ts'
import { readSecret } from '../../read-secret.ts'
import type { Shell, Work } from '../../shell.ts'
import { UsageError } from '../../usage-error.ts'
import { examples, findProject } from '../shared.ts'

interface SetOptions {
  issuer?: string
  clientId?: string
  secretFile?: string
  name?: string
  roleClaim?: string
  map: Asked[]
  givenRoles?: true
  secondFactor?: boolean
}

/** How people sign in: the identity provider, and whether a password is enough. */
export function registerSignIn(people: Command, shell: Shell): void {
  const signIn = people.command('sign-in').description('how people sign in')

  const show = signIn
    .command('show', { isDefault: true })
    .description('show the identity provider, and whether a second factor is demanded')
    .action(() => shell.run(async (work) => print(work, await work.call('signIn.settings', {}))))
  examples(show, ['people sign-in', 'people sign-in show'])

  const set = signIn
    .command('set')
    .description('set or change the identity provider (OpenID Connect), or demand a second factor')
    .option('--issuer <address>', "the provider's own address")
    .option('--client-id <id>', 'how this service is registered there')
    .option('--secret-file <file>', 'file whose first line is the client secret; - reads standard input')
    .option('--name <name>', 'what the button says after "Sign in with"')
    .option('--role-claim <claim>', 'the claim that has the roles, such as groups or realm_access.roles')
    .option(
      '--map <text=role>',
      `what a text of the claim gives (${GIVEN.join(', ')}); for one project: text=role:project. Can be repeated`,
      addRole,
      [],
    )
    .option('--given-roles', 'roles are given here again, whatever the provider says')
    .option('--second-factor', 'a password needs an authenticator app beside it')
    .option('--no-second-factor', 'a password is enough')
    .action((options: SetOptions) =>
      shell.run(async (work) => {
        const before = await work.call('signIn.settings', {})
        const { secondFactor } = options
        const provider = await providerOf(work, options, before.provider)
        if (provider === undefined && secondFactor === undefined) throw new UsageError('Give what to set; see --help')
        const change = {
          ...(provider === undefined ? {} : { provider }),
          ...(secondFactor === undefined ? {} : { requireSecondFactor: secondFactor }),
        }
        await print(work, await work.call('signIn.updateSettings', change))
      }),
    )
  examples(set, [
    'people sign-in set --issuer https://login.example/realms/fleet --client-id fuelcard-desk --secret-file secret.txt',
    'people sign-in set --role-claim groups --map fleet-office=clerk --map "fleet-managers=manager:Demo fleet"',
    'people sign-in set --second-factor',
  ])

  const test = signIn
    .command('test')
    .description('ask the identity provider for its metadata, as each sign-in does first')
    .argument('[issuer]', 'its address; optional once it is set')
    .action((asked: string | undefined) =>
      shell.run(async (work) => {
        const issuer = asked ?? (await work.call('signIn.settings', {})).provider?.issuer
        if (issuer === undefined) throw new UsageError('There is no identity provider yet; give an address')
        work.print(await work.call('signIn.testIssuer', { issuer }), () => `${issuer} answers\n`)
      }),
    )
  examples(test, ['people sign-in test https://login.example/realms/fleet'])

  const remove = signIn
    .command('remove')
    .description('remove the identity provider; who signed in through it is signed out')
    .action(() => shell.run(async (work) => print(work, await work.call('signIn.updateSettings', { provider: null }))))
  examples(remove, ['people sign-in remove'])
}

/** The provider with what the options change; undefined if they change nothing. */
async function providerOf(work: Work, options: SetOptions, before: SignInSettings['provider']) {
  const { issuer, clientId, secretFile, name, roleClaim, map, givenRoles } = options
  if (givenRoles && (roleClaim !== undefined || map.length > 0))
    throw new UsageError('Either --given-roles, or --role-claim and --map')
  const texts = [issuer, clientId, secretFile, name, roleClaim, givenRoles]
  if (map.length === 0 && texts.every((value) => value === undefined)) return undefined
  const given = { issuer: issuer ?? before?.issuer, clientId: clientId ?? before?.clientId }
  if (given.issuer === undefined || given.clientId === undefined)
    throw new UsageError('A new provider needs --issuer and --client-id')
  const claim = givenRoles ? null : (roleClaim ?? before?.roleClaim ?? null)
  if (map.length > 0 && claim === null) throw new UsageError('--map needs --role-claim')
  return {
    issuer: given.issuer,
    clientId: given.clientId,
    name: name ?? before?.name ?? URL.parse(given.issuer)?.hostname ?? given.issuer,
    roleClaim: claim,
    roles: map.length > 0 ? await named(work, map) : (before?.roles ?? []),
    ...(secretFile === undefined ? {} : { clientSecret: await readSecret(secretFile, 'client secret') }),
  }
}

async function named(work: Work, asked: readonly Asked[]): Promise<ClaimRole[]> {
  const roles: ClaimRole[] = []
  for (const { value, role, project } of asked)
    roles.push({ value, role, projectId: project === null ? null : (await findProject(work, project)).id })
  return roles
}

async function print(work: Work, settings: SignInSettings): Promise<void> {
  const projects = await work.call('projects.list', {})
  work.print(settings, () => describe(settings, projects))
}

function describe(
  { requireSecondFactor, provider, redirectUri }: SignInSettings,
  projects: readonly Project[],
): string {
  const general = [
    ['Second factor', requireSecondFactor ? 'demanded' : 'not demanded'],
    ['Redirect address', redirectUri ?? 'none: the service has no public address'],
    ['Provider', provider?.name ?? 'none'],
  ] as const
  if (provider === null) return facts(general)
  const { issuer, clientId, hasSecret, roleClaim, roles } = provider
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return facts([
    ...general,
    ['Issuer', issuer],
    ['Client ID', clientId],
    ['Client secret', hasSecret ? 'stored' : 'none'],
    ['Roles', roleClaim === null ? 'given here' : `by the claim ${roleClaim}`],
    ...(roleClaim === null ? [] : roles).map(
      ({ value, role, projectId }) =>
        ['', `${value}: ${role}${projectId === null ? '' : ` of ${names.get(projectId) ?? projectId}`}`] as const,
    ),
  ])
}

const GIVEN = [...ROLES, 'administrator'] as const

interface Asked {
  value: string
  role: (typeof GIVEN)[number]
  project: string | null
}

function addRole(text: string, before: readonly Asked[]): Asked[] {
  const [, value, given, project = null] = /^(.+?)=(viewer|clerk|manager|administrator)(?::(.+))?$/.exec(text) ?? []
  const role = GIVEN.find((known) => known === given)
  if (value === undefined || role === undefined || (role === 'administrator' && project !== null))
    throw new InvalidArgumentError(
      `It must be a text and one of ${GIVEN.join(', ')}, such as "fleet-office=clerk:Demo fleet".`,
    )
  return [...before, { value, role, project }]
}
