import type { Handlers } from './handler.ts'

export const personalHandlers: Handlers<'personal'> = {
  'personal.find': ({ projectId, driver }, { engine }) => engine.personal.find(projectId, driver),
  'personal.erase': ({ projectId, driver }, { engine, context }) => engine.personal.erase(projectId, driver, context()),
  'personal.download': async ({ projectId, driver }, { engine, files }) => {
    // The file name ends up in a downloads folder, so it does not name the person.
    const { download } = await files.offer(
      `personal-data-${engine.wallClock.now().toISOString().slice(0, 10)}.json`,
      (path) => engine.personal.write(projectId, driver, path),
    )
    return download
  },
}
