import type { AuditAction } from '../../domain/audit.ts'
import { refusedInput } from '../../domain/errors.ts'
import type { CallPerson } from '../../domain/people/caller.ts'
import type { Invitation, Membership, Person } from '../../domain/people/person.ts'
import type { Role } from '../../domain/people/role.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlCore, ControlTransaction } from '../kernel/control-core.ts'
import { newUuid } from '../kernel/ids.ts'
import { requireProject } from './known-project.ts'
import { rememberCallers } from './callers.ts'
import { canAdministratorSignIn } from './can-sign-in.ts'
import { createInvitations, issueInvitation, withdrawInvitations, type Invitations } from './invitations.ts'
import { requireOtherAdministrator } from './last-administrator.ts'
import { openLocalPerson } from './local-person.ts'
import { peopleChanged, profileChanged } from './people-changed.ts'
import { emailKey, findPerson, nameOf, shownPeople, shownPerson, type PersonRow } from './person-rows.ts'

/** Whom to invite. */
interface NewPerson {
  name: string
  email: string
  language?: Person['language'] | undefined
  isAdministrator: boolean
  memberships: readonly Membership[]
}

interface PersonChanges {
  name?: string | undefined
  email?: string | undefined
  language?: Person['language'] | undefined
  theme?: Person['theme'] | undefined
}

/** Who may use the service, and what they may do. */
export interface People {
  /** The person at the machine itself: IPC, the control socket and the login link of this machine. */
  readonly localId: string
  readonly invitations: Invitations
  /**
   * What a person may do at this moment; null for nobody, and for one who is not active. Cheap enough for each call.
   */
  caller(personId: string): Promise<CallPerson | null>
  /** Whether an administrator can sign in from elsewhere, or holds a link with which to begin. */
  canSignIn(): Promise<boolean>
  list(): Promise<Person[]>
  /** @throws ServiceError `error.person_not_found`, as all of the following */
  get(personId: string): Promise<Person>
  /** @throws ServiceError `error.validation` if somebody has this e-mail address, `error.project_not_found` */
  invite(person: NewPerson, context: ChangeContext): Promise<Invitation>
  /** A new link, with which the person sets new credentials; ends their sessions. */
  reset(personId: string, context: ChangeContext): Promise<Invitation>
  /** Null ends the membership. */
  setRole(personId: string, projectId: string, role: Role | null, context: ChangeContext): Promise<Person>
  /** @throws ServiceError `error.last_administrator` */
  setAdministrator(personId: string, isAdministrator: boolean, context: ChangeContext): Promise<Person>
  /** Ends their sessions and invitations. @throws ServiceError `error.last_administrator` */
  suspend(personId: string, context: ChangeContext): Promise<Person>
  resume(personId: string, context: ChangeContext): Promise<Person>
  update(personId: string, changes: PersonChanges, context: ChangeContext): Promise<Person>
  /** Calls the listener, within the transaction, when a person's credentials are to be removed. */
  onReset(listener: (transaction: ControlTransaction, personId: string) => Promise<void>): void
}

export async function createPeople(core: ControlCore): Promise<People> {
  const { database } = core
  const localId = await openLocalPerson(core)
  const resets: ((transaction: ControlTransaction, personId: string) => Promise<void>)[] = []

  const record = (
    transaction: ControlTransaction,
    context: ChangeContext,
    personId: string,
    entry: {
      action: AuditAction
      projectId?: string
      before?: Record<string, unknown>
      after?: Record<string, unknown>
    },
  ) => {
    core.audit.append(transaction, context, {
      target: { type: 'person', id: personId },
      projectId: null,
      ...entry,
    })
    transaction.note(peopleChanged(personId))
  }
  /** Reads the person, changes them, and returns them as they are now. */
  const change = (
    personId: string,
    work: (transaction: ControlTransaction, before: PersonRow) => Promise<void>,
  ): Promise<Person> =>
    database.write(async (transaction) => {
      await work(transaction, await findPerson(transaction, personId))
      return shownPerson(transaction, personId)
    })
  const set = async (transaction: ControlTransaction, personId: string, values: Partial<PersonRow>) => {
    await transaction.run(transaction.build.updateTable('person').set(values).where('id', '=', personId))
  }
  const endSessions = async (transaction: ControlTransaction, personId: string) => {
    await transaction.run(transaction.build.deleteFrom('page_session').where('person_id', '=', personId))
    await transaction.run(transaction.build.deleteFrom('login_token').where('person_id', '=', personId))
  }
  const requireFreeEmail = async (transaction: ControlTransaction, email: string, personId: string | null) => {
    const other = await transaction.first(
      transaction.build.selectFrom('person').select('id').where('email_key', '=', emailKey(email)),
    )
    if (other !== undefined && other.id !== personId)
      throw refusedInput('email', 'Somebody has this e-mail address already', { code: 'email_taken' })
  }

  return {
    localId,
    invitations: createInvitations(core),
    caller: rememberCallers(database),
    canSignIn: () => canAdministratorSignIn(database, core.wallClock.now()),
    list: () => shownPeople(database),
    get: (personId) => shownPerson(database, personId),

    invite: (person, context) =>
      database.write(async (transaction) => {
        await requireFreeEmail(transaction, person.email, null)
        const id = newUuid()
        await transaction.run(
          transaction.build.insertInto('person').values({
            id,
            name: person.name,
            email: person.email,
            email_key: emailKey(person.email),
            language: person.language ?? null,
            state: 'invited',
            is_administrator: person.isAdministrator ? 1 : 0,
            is_local: null,
            created_at: core.wallClock.now().toISOString(),
            last_seen_at: null,
          }),
        )
        record(transaction, context, id, {
          action: 'person.invite',
          after: { personName: person.name, email: person.email, isAdministrator: person.isAdministrator },
        })
        for (const { projectId, role } of person.memberships) {
          await requireProject(transaction, projectId)
          await transaction.run(
            transaction.build.insertInto('membership').values({ person_id: id, project_id: projectId, role }),
          )
          record(transaction, context, id, {
            action: 'person.role',
            projectId,
            before: { role: null },
            after: { role },
          })
        }
        const issued = await issueInvitation(core, transaction, id)
        return { person: await shownPerson(transaction, id), ...issued }
      }),

    reset: (personId, context) =>
      database.write(async (transaction) => {
        const { state } = await findPerson(transaction, personId)
        if (state === 'suspended')
          throw refusedInput('personId', 'This person is suspended; resume them first', { code: 'person_suspended' })
        for (const listener of resets) await listener(transaction, personId)
        await endSessions(transaction, personId)
        record(transaction, context, personId, { action: 'person.reset' })
        const issued = await issueInvitation(core, transaction, personId)
        return { person: await shownPerson(transaction, personId), ...issued }
      }),

    setRole: (personId, projectId, role, context) =>
      change(personId, async (transaction) => {
        await requireProject(transaction, projectId)
        const { build } = transaction
        const before = await transaction.first(
          build
            .selectFrom('membership')
            .select('role')
            .where('person_id', '=', personId)
            .where('project_id', '=', projectId),
        )
        if ((before?.role ?? null) === role) return
        await transaction.run(
          build.deleteFrom('membership').where('person_id', '=', personId).where('project_id', '=', projectId),
        )
        if (role !== null)
          await transaction.run(
            build.insertInto('membership').values({ person_id: personId, project_id: projectId, role }),
          )
        record(transaction, context, personId, {
          action: 'person.role',
          projectId,
          before: { role: before?.role ?? null },
          after: { role },
        })
      }),

    setAdministrator: (personId, isAdministrator, context) =>
      change(personId, async (transaction, before) => {
        if ((before.is_administrator === 1) === isAdministrator) return
        if (!isAdministrator) await requireOtherAdministrator(transaction, before)
        await set(transaction, personId, { is_administrator: isAdministrator ? 1 : 0 })
        record(transaction, context, personId, {
          action: 'person.administrator',
          before: { isAdministrator: !isAdministrator },
          after: { isAdministrator },
        })
      }),

    suspend: (personId, context) =>
      change(personId, async (transaction, before) => {
        if (before.state === 'suspended') return
        await requireOtherAdministrator(transaction, before)
        await set(transaction, personId, { state: 'suspended' })
        await endSessions(transaction, personId)
        await withdrawInvitations(transaction, personId)
        record(transaction, context, personId, {
          action: 'person.suspend',
          before: { state: before.state },
          after: { state: 'suspended' },
        })
      }),

    resume: (personId, context) =>
      change(personId, async (transaction, before) => {
        if (before.state !== 'suspended') return
        await set(transaction, personId, { state: 'active' })
        record(transaction, context, personId, {
          action: 'person.resume',
          before: { state: 'suspended' },
          after: { state: 'active' },
        })
      }),

    update: (personId, { name, email, language, theme }, context) =>
      change(personId, async (transaction, before) => {
        if (email !== undefined) await requireFreeEmail(transaction, email, personId)
        const after = {
          name: name ?? before.name,
          email: email ?? before.email,
          language: language === undefined ? before.language : language,
        }
        await set(transaction, personId, {
          ...after,
          email_key: after.email === null ? null : emailKey(after.email),
          theme: theme === undefined ? before.theme : theme,
        })
        transaction.note(profileChanged(personId))
        // How the page looks concerns nobody else.
        if ([name, email, language].every((value) => value === undefined)) return
        core.audit.append(transaction, context, {
          action: 'person.update',
          target: { type: 'person', id: personId },
          projectId: null,
          before: { personName: nameOf(before), email: before.email, language: before.language },
          after: { personName: nameOf(after), email: after.email, language: after.language },
        })
      }),

    onReset: (listener) => {
      resets.push(listener)
    },
  }
}
