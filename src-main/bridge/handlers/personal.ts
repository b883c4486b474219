import type { Handlers } from './handler.ts'

export const personalHandlers: Handlers<'personal'> = {
  'personal.find': ({ projectId, driver }, { engine }) => engine.personal.find(projectId, driver),
  'personal.erase': ({ projectId, driver }, { engine, context }) => engine.personal.erase(projectId, driver, context()),
  'personal.download': async ({ projectId, driver }, { engine }) => {
    // The file's name is for a folder of downloads: it does not say whose data it is.
    const { download } = await engine.exchange.offer(
      `personal-data-${engine.wallClock.now().toISOString().slice(0, 10)}.json`,
      (path) => engine.personal.write(projectId, driver, path),
    )
    return download
  },
}
