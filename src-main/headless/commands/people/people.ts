import { InvalidArgumentError, Option, type Command } from 'commander'
import { LANGUAGES } from '../../../domain/desk/settings.ts'
import { ROLES, type Role } from '../../../domain/people/role.ts'
import type { Person } from '../../../domain/people/person.ts'
import { shortTime, table } from '../../output/table.ts'
import type { Shell } from '../../shell.ts'
import { UsageError } from '../../usage-error.ts'
import { describeInvitation, describePerson, findPerson, whatTheyMay } from './people-words.ts'
import { examples, findProject } from '../shared.ts'
import { registerSignIn } from './sign-in.ts'

/** Ends a membership. */
const NONE = 'none'

export function registerPeople(program: Command, shell: Shell): void {
  const people = program.command('people').description('invite people, and say what they may do')

  const list = people
    .command('list', { isDefault: true })
    .description('list everybody with roles and last visit')
    .action(() =>
      shell.run(async (work) => {
        const all = await work.call('people.list', {})
        const projects = await work.call('projects.list', {})
        const rows = all.map((person) => [
          person.name,
          person.email,
          person.state,
          whatTheyMay(person, projects),
          shortTime(person.lastSeenAt),
          person.id,
        ])
        work.print(all, () =>
          table(['Name', 'E-mail', 'State', 'May', 'Last seen (UTC)', 'Id'], rows, 'There is nobody yet'),
        )
      }),
    )
  examples(list, ['people', 'people list --json'])

  const add = people
    .command('add')
    .description('invite a person; prints a link that works once, for 72 hours')
    .requiredOption('--email <address>', 'their e-mail address')
    .requiredOption('--name <name>', 'their name, as logs and screens show it')
    .option('--administrator', 'people, projects, settings, backups, and every project as a manager', false)
    .addOption(
      new Option('--language <language>', 'of their page and mails; otherwise theirs to choose').choices(LANGUAGES),
    )
    .option('--role <project=role>', `a project and a role in it (${ROLES.join(', ')}); can be repeated`, addRole, [])
    .action(({ email, name, administrator, language, role }: AddOptions) =>
      shell.run(async (work) => {
        const memberships = []
        for (const asked of role)
          memberships.push({ projectId: (await findProject(work, asked.project)).id, role: asked.role })
        const invitation = await work.call('people.invite', {
          email,
          name,
          language: language ?? null,
          isAdministrator: administrator,
          memberships,
        })
        work.print(invitation, () => describeInvitation(invitation))
      }),
    )
  examples(add, [
    'people add --email ada@fleet.example --name "Ada Lovelace" --administrator',
    'people add --email grace@fleet.example --name "Grace Hopper" --role "Demo fleet=clerk" --language de',
  ])

  const role = people
    .command('role')
    .description('set what a person may do in a project')
    .argument('<person>', 'their ID, e-mail address or name')
    .argument('<role>', `${ROLES.join(', ')}, or none to end the membership`, parseRole)
    .option('--project <project>', 'id or name of the project; optional if there is only one')
    .action((asked: string, given: Role | typeof NONE, { project }: { project?: string }) =>
      shell.run(async (work) => {
        const { id: projectId } = await findProject(work, project)
        const { id: personId } = await findPerson(work, asked)
        const person = await work.call('people.setRole', { personId, projectId, role: given === NONE ? null : given })
        await print(work, person)
      }),
    )
  examples(role, [
    'people role grace@fleet.example manager --project "Demo fleet"',
    'people role grace@fleet.example none --project "Demo fleet"',
  ])

  const administrator = people
    .command('administrator')
    .description('make a person an administrator')
    .argument('<person>', 'their ID, e-mail address or name')
    .option('--remove', 'they are not an administrator any more', false)
    .action((asked: string, { remove }: { remove: boolean }) =>
      shell.run(async (work) => {
        const { id: personId } = await findPerson(work, asked)
        await print(work, await work.call('people.setAdministrator', { personId, isAdministrator: !remove }))
      }),
    )
  examples(administrator, [
    'people administrator grace@fleet.example',
    'people administrator grace@fleet.example --remove',
  ])

  const suspend = people
    .command('suspend')
    .description('lock a person out at once; their roles stay for later')
    .argument('<person>', 'their ID, e-mail address or name')
    .action((asked: string) =>
      shell.run(async (work) => {
        const { id: personId } = await findPerson(work, asked)
        await print(work, await work.call('people.suspend', { personId }))
      }),
    )
  examples(suspend, ['people suspend grace@fleet.example'])

  const resume = people
    .command('resume')
    .description('let a suspended person in again')
    .argument('<person>', 'their ID, e-mail address or name')
    .action((asked: string) =>
      shell.run(async (work) => {
        const { id: personId } = await findPerson(work, asked)
        await print(work, await work.call('people.resume', { personId }))
      }),
    )
  examples(resume, ['people resume grace@fleet.example'])

  const reset = people
    .command('reset')
    .description('print a new link for a person who cannot sign in; ends their sessions and credentials')
    .argument('<person>', 'their ID, e-mail address or name')
    .action((asked: string) =>
      shell.run(async (work) => {
        const { id: personId } = await findPerson(work, asked)
        const invitation = await work.call('people.reset', { personId })
        work.print(invitation, () => describeInvitation(invitation))
      }),
    )
  examples(reset, ['people reset grace@fleet.example'])

  const rename = people
    .command('rename')
    .description("change a person's name, or the name of the person at this machine")
    .argument('[person]', 'their ID, e-mail address or name')
    .option('--name <name>', 'their new name')
    .option('--local <name>', 'the name of the person at this machine')
    .action((asked: string | undefined, { name, local }: { name?: string; local?: string }) =>
      shell.run(async (work) => {
        if (local !== undefined && asked === undefined && name === undefined)
          return print(work, await work.call('profile.update', { name: local }))
        if (asked === undefined || name === undefined || local !== undefined)
          throw new UsageError('Give a person and --name, or --local alone')
        const { id: personId } = await findPerson(work, asked)
        await print(work, await work.call('people.update', { personId, name }))
      }),
    )
  examples(rename, [
    'people rename --local "Ada Lovelace"',
    'people rename grace@fleet.example --name "Grace Murray Hopper"',
  ])

  const sessions = people
    .command('sessions')
    .description('list the devices on which a person is signed in')
    .argument('<person>', 'their ID, e-mail address or name')
    .option('--end', 'sign them all out', false)
    .action((asked: string, { end }: { end: boolean }) =>
      shell.run(async (work) => {
        const { id: personId } = await findPerson(work, asked)
        if (end) {
          const ended = await work.call('people.endSessions', { personId })
          return work.print(ended, () => `Ended: ${ended.ended}\n`)
        }
        const all = await work.call('people.sessions', { personId })
        const rows = all.map(({ device, createdAt, lastSeenAt }) => [
          device,
          shortTime(createdAt),
          shortTime(lastSeenAt),
        ])
        work.print(all, () => table(['Device', 'Signed in (UTC)', 'Last seen (UTC)'], rows, 'They are not signed in'))
      }),
    )
  examples(sessions, ['people sessions grace@fleet.example', 'people sessions grace@fleet.example --end'])

  registerSignIn(people, shell)

  const print = async (work: Parameters<Parameters<Shell['run']>[0]>[0], person: Person): Promise<void> => {
    const projects = await work.call('projects.list', {})
    work.print(person, () => describePerson(person, projects))
  }
}

interface AddOptions {
  email: string
  name: string
  administrator: boolean
  language?: (typeof LANGUAGES)[number]
  role: Asked[]
}

interface Asked {
  project: string
  role: Role
}

function addRole(text: string, before: readonly Asked[]): Asked[] {
  // A project's name may contain the sign, a role doesn't.
  const at = text.lastIndexOf('=')
  const role = ROLES.find((known) => known === text.slice(at + 1))
  if (at < 1 || role === undefined)
    throw new InvalidArgumentError(`It must be a project and one of ${ROLES.join(', ')}, such as "Demo fleet=clerk".`)
  return [...before, { project: text.slice(0, at), role }]
}

function parseRole(text: string): Role | typeof NONE {
  const role = [...ROLES, NONE].find((known) => known === text)
  if (role === undefined) throw new InvalidArgumentError(`It must be one of ${ROLES.join(', ')}, ${NONE}.`)
  return role as Role | typeof NONE
}
