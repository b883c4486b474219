import { open } from 'node:fs/promises'
import { ENVIRONMENT_NAMES, type EnvironmentName } from '../../domain/environment-name.ts'
import { refusedInput } from '../../domain/errors.ts'
import type { PersonalFound, Remaining } from '../../domain/desk/personal.ts'
import type { Projects } from '../projects/projects.ts'
import type { AuditView } from '../kernel/audit/audit-view.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlCore } from '../kernel/control-core.ts'
import type { Exchange } from '../desk/file-exchange.ts'
import type { PersonalData } from './personal-data.ts'
import { CONTROL_PLACES } from './personal-places.ts'
import { mentions } from './name-in-text.ts'
import { createTraces } from './traces.ts'

/** What a project stores about a driver, in both environments. */
export interface ProjectPersonal {
  find(projectId: string, driver: string): Promise<PersonalFound>
  /** Writes all of it to a JSON file. */
  write(projectId: string, driver: string, file: string): Promise<void>
  /** @throws ServiceError `error.validation` while the driver still has a card */
  erase(projectId: string, driver: string, context: ChangeContext): Promise<{ erased: number; remaining: Remaining[] }>
}

export interface ProjectPersonalSetup {
  projects: Projects
  audit: AuditView
  data: Record<EnvironmentName, PersonalData>
  control: ControlCore
  exchange: Exchange
  /** What waits for approval would be carried out with; each ends by itself. */
  sealedInputs: (projectId: string) => Promise<{ text: string; until: string }[]>
  /** Copies of the databases that an erasure does not reach. */
  copies: () => Remaining[]
}

export function createProjectPersonal({
  projects,
  audit,
  data,
  control,
  exchange,
  sealedInputs,
  copies,
}: ProjectPersonalSetup): ProjectPersonal {
  const desk = createTraces(control, CONTROL_PLACES)
  const waiting = async (projectId: string, driver: string) =>
    (await sealedInputs(projectId)).filter(({ text }) => mentions(text, driver))
  const find = async (projectId: string, driver: string): Promise<PersonalFound> => {
    const total = { cards: 0, ...(await desk.find({ projectId, projectKey: 0, driver })) }
    for (const name of ENVIRONMENT_NAMES) {
      const found = await data[name].find(projectId, driver)
      for (const kind of ['cards', 'auditEntries', 'events', 'others'] as const) total[kind] += found[kind]
    }
    total.others += (await waiting(projectId, driver)).length
    return total
  }
  return {
    find: async (projectId, driver) => {
      await projects.get(projectId)
      return find(projectId, driver)
    },
    write: async (projectId, driver, file) => {
      const { name: project } = await projects.get(projectId)
      const handle = await open(file, 'wx', 0o600)
      try {
        await handle.write(`{"driver":${JSON.stringify(driver)},"project":${JSON.stringify(project)}`)
        for (const environment of ENVIRONMENT_NAMES) {
          await handle.write(
            `,\n"${environment}":{"cards":${JSON.stringify(await data[environment].cards(projectId, driver))},"auditEntries":[`,
          )
          await writeList(handle, mentioning(audit.exportEntries(environment, projectId), driver))
          await handle.write('],"events":[')
          await writeList(handle, data[environment].events(projectId, driver))
          await handle.write(']}')
        }
        await handle.write('}\n')
      } finally {
        await handle.close()
      }
    },
    erase: async (projectId, driver, context) => {
      await projects.get(projectId)
      const { cards } = await find(projectId, driver)
      if (cards > 0) {
        const message = `${cards === 1 ? 'A card is' : `${cards} cards are`} still this driver's; give ${cards === 1 ? 'it' : 'them'} another driver first. Nothing was erased`
        throw refusedInput('driver', message, { code: 'driver_has_cards', cards })
      }
      const person = { projectId, projectKey: 0, driver }
      let erased = await desk.erase(person, context)
      for (const name of ENVIRONMENT_NAMES) erased += await data[name].erase(projectId, driver, context)
      // Uploads and downloads may name anyone, in any form; they can be created again.
      await exchange.clear()
      const remaining = await desk.remaining(person)
      for (const name of ENVIRONMENT_NAMES) remaining.push(...(await data[name].remaining(projectId, driver)))
      for (const { until } of await waiting(projectId, driver)) remaining.push({ what: 'approvals', count: 1, until })
      return { erased, remaining: united([...remaining, ...copies()]) }
    },
  }
}

/** Merges entries of the same kind, with the latest end among them. */
function united(all: readonly Remaining[]): Remaining[] {
  return [...Map.groupBy(all, ({ what }) => what)].map(([what, some]) => ({
    what,
    count: some.reduce((sum, { count }) => sum + count, 0),
    until: some.some(({ until }) => until === null)
      ? null
      : some.map(({ until }) => until ?? '').reduce((latest, until) => (until > latest ? until : latest)),
  }))
}

type AuditEntries = ReturnType<AuditView['exportEntries']>

async function* mentioning(entries: AuditEntries, driver: string): AsyncGenerator {
  const tells = (side: Record<string, unknown> | null) =>
    side?.['driver'] === driver || (typeof side?.['notes'] === 'string' && side['notes'].includes(driver))
  for await (const entry of entries) if (tells(entry.before) || tells(entry.after)) yield entry
}

async function writeList(
  handle: { write(text: string): Promise<unknown> },
  items: AsyncIterable<unknown>,
): Promise<void> {
  let separator = '\n'
  for await (const item of items) {
    await handle.write(separator + JSON.stringify(item))
    separator = ',\n'
  }
}
