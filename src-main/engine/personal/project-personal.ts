import { open } from 'node:fs/promises'
import { ENVIRONMENT_NAMES, type EnvironmentName } from '../../domain/environment-name.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Projects } from '../access/projects.ts'
import type { AuditView } from '../audit/audit-view.ts'
import type { ChangeContext } from '../cards/card-service.ts'
import type { PersonalData } from './personal-data.ts'

/** What a project knows of a driver, in both environments. */
export interface ProjectPersonal {
  find(projectId: string, driver: string): Promise<{ cards: number; auditEntries: number; events: number }>
  /** Writes all of it to a JSON file. */
  write(projectId: string, driver: string, file: string): Promise<void>
  /** @throws ServiceError `error.validation` while a card is the driver's */
  erase(projectId: string, driver: string, context: ChangeContext): Promise<{ erased: number }>
}

export function createProjectPersonal(projects: Projects, audit: AuditView, data: Record<EnvironmentName, PersonalData>): ProjectPersonal {
  return {
    find: async (projectId, driver) => {
      projects.get(projectId)
      const total = { cards: 0, auditEntries: 0, events: 0 }
      for (const name of ENVIRONMENT_NAMES) {
        const found = await data[name].find(projectId, driver)
        for (const kind of ['cards', 'auditEntries', 'events'] as const) total[kind] += found[kind]
      }
      return total
    },
    write: async (projectId, driver, file) => {
      const { name: project } = projects.get(projectId)
      const handle = await open(file, 'wx', 0o600)
      try {
        await handle.write(`{"driver":${JSON.stringify(driver)},"project":${JSON.stringify(project)}`)
        for (const environment of ENVIRONMENT_NAMES) {
          await handle.write(`,\n"${environment}":{"cards":${JSON.stringify(await data[environment].cards(projectId, driver))},"auditEntries":[`)
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
      projects.get(projectId)
      let held = 0
      for (const name of ENVIRONMENT_NAMES) held += await data[name].held(projectId, driver)
      if (held > 0) {
        const message = `${held === 1 ? 'A card is' : `${held} cards are`} still this driver's; give ${held === 1 ? 'it' : 'them'} another driver first. Nothing was erased`
        throw new ServiceError('error.validation', message, { details: [{ field: 'driver', message }] })
      }
      let erased = 0
      for (const name of ENVIRONMENT_NAMES) erased += await data[name].erase(projectId, driver, context)
      return { erased }
    },
  }
}

type AuditEntries = ReturnType<AuditView['exportEntries']>

async function* mentioning(entries: AuditEntries, driver: string): AsyncGenerator {
  for await (const entry of entries) if (entry.before?.['driver'] === driver || entry.after?.['driver'] === driver) yield entry
}

async function writeList(handle: { write(text: string): Promise<unknown> }, items: AsyncIterable<unknown>): Promise<void> {
  let separator = '\n'
  for await (const item of items) {
    await handle.write(separator + JSON.stringify(item))
    separator = ',\n'
  }
}
