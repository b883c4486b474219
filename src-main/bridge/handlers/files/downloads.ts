import { writeFile } from 'node:fs/promises'
import { cardListInputSchema } from '../../../domain/cards/card-list.ts'
import { writeAuditCsv } from './audit-file.ts'
import type { Handlers } from '../handler.ts'
import { environmentOf } from '../environment-of.ts'

/** Files written for a page to download. */
export const downloadHandlers: Pick<Handlers, 'cards.download' | 'audit.download' | 'diagnostics.download'> = {
  'cards.download': async ({ format, delimiter, query, cardIds, ...place }, scope) => {
    const { exports } = await environmentOf(place, scope)
    const only = cardIds === undefined ? undefined : new Set(cardIds)
    const { download, result } = await scope.files.offer(
      `cards-${place.environment}-${today(scope.engine.wallClock)}.${format}`,
      (file) =>
        exports.toFile(place.projectId, cardListInputSchema.parse(query), { file, delimiter, only }, scope.bulk),
    )
    return { ...download, cards: result.cards }
  },
  'audit.download': async ({ kind, projectId }, { engine, bulk, files }) => {
    if (projectId !== undefined) await engine.projects.get(projectId)
    const { download } = await files.offer(`audit-${kind}-${today(engine.wallClock)}.csv`, (path) =>
      writeAuditCsv(path, engine.audit.exportEntries(kind, projectId), bulk.signal),
    )
    return download
  },
  'diagnostics.download': async (_input, { engine, host, files }) => {
    const text = await engine.diagnostics(
      {
        api: host.api?.() ?? null,
        baseUrl: host.baseUrl(),
        desktop: (await host.desktop?.state()) ?? null,
        policy: host.policy?.view() ?? null,
      },
      host.recentLog?.() ?? [],
    )
    const { download } = await files.offer(`fuelcard-desk-diagnostics-${today(engine.wallClock)}.json`, (path) =>
      writeFile(path, text, { mode: 0o600 }),
    )
    return download
  },
}

function today(clock: { now(): Date }): string {
  return clock.now().toISOString().slice(0, 10)
}
