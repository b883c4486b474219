import { DEFAULT_ALERT_CHOICES, type AlertChoices, type AlertKind } from '../../domain/alerts/alert.ts'
import { atLeast, type Role } from '../../domain/people/role.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { Session } from '../../database/store.ts'
import type { ControlTransaction } from '../kernel/control-core.ts'

/** Someone who gets a mail. */
export interface Recipient {
  id: string
  name: string
  email: string
  language: string | null
}

/** The people who want this kind of alert about this project, and may see it. */
export async function recipientsOf(
  session: Session<ControlSchema>,
  kind: AlertKind,
  projectId: string,
  role: Role = 'viewer',
): Promise<Recipient[]> {
  const rows = await session.all(
    peopleWithAddress(session)
      .leftJoin('membership', (join) =>
        join.onRef('membership.person_id', '=', 'person.id').on('membership.project_id', '=', projectId),
      )
      .leftJoin('alert_choice', (join) =>
        join.onRef('alert_choice.person_id', '=', 'person.id').on('alert_choice.kind', '=', kind),
      )
      .select(['membership.role', 'alert_choice.wanted']),
  )
  return rows.flatMap(({ is_administrator: isAdministrator, role: own, wanted, email, ...person }) => {
    const sees = isAdministrator === 1 || (own !== null && atLeast(own, role))
    const wants = wanted === null ? DEFAULT_ALERT_CHOICES[kind] : wanted === 1
    return sees && wants && email !== null ? [{ ...person, email }] : []
  })
}

/** One person, if mail may still go to them. */
export async function recipientById(session: Session<ControlSchema>, personId: string): Promise<Recipient | undefined> {
  const row = await session.first(peopleWithAddress(session).where('person.id', '=', personId))
  return row === undefined || row.email === null
    ? undefined
    : { id: row.id, name: row.name, email: row.email, language: row.language }
}

function peopleWithAddress({ build }: Session<ControlSchema>) {
  return build
    .selectFrom('person')
    .select(['person.id', 'person.name', 'person.email', 'person.language', 'person.is_administrator'])
    .where('person.state', '=', 'active')
    .where('person.email', 'is not', null)
}

/** What a person has chosen, or the default. */
export async function choicesOf(session: Session<ControlSchema>, personId: string): Promise<AlertChoices> {
  const rows = await session.all(
    session.build.selectFrom('alert_choice').select(['kind', 'wanted']).where('person_id', '=', personId),
  )
  return { ...DEFAULT_ALERT_CHOICES, ...Object.fromEntries(rows.map(({ kind, wanted }) => [kind, wanted === 1])) }
}

/** Kinds to switch on or off; the others stay. */
export type ChosenAlerts = { [Kind in AlertKind]?: boolean | undefined }

export async function writeChoices(
  transaction: ControlTransaction,
  personId: string,
  choices: ChosenAlerts,
): Promise<void> {
  for (const [kind, wanted] of Object.entries(choices) as [AlertKind, boolean | undefined][]) {
    if (wanted === undefined) continue
    await transaction.run(
      transaction.build
        .insertInto('alert_choice')
        .values({ person_id: personId, kind, wanted: Number(wanted) })
        .onConflict((conflict) =>
          conflict.columns(['person_id', 'kind']).doUpdateSet((set) => ({ wanted: set.ref('excluded.wanted') })),
        ),
    )
  }
}
