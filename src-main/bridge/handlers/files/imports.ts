import { lookAtFile } from '../../../engine/cards/files/look-at-file.ts'
import { parseMap } from '../../../engine/cards/files/open-card-file.ts'
import type { Handlers } from '../handler.ts'
import { environmentOf } from '../environment-of.ts'
import { withUpload } from './uploaded.ts'

export const importHandlers: Handlers<'imports'> = {
  'imports.look': async (input, scope) => {
    await environmentOf(input, scope)
    const said = input.map === undefined ? null : parseMap(input.map).columns
    return withUpload(input, scope, async ({ path }, { signal }) => {
      let remembered = false
      const look = await lookAtFile(path, { sheet: input.sheet, map: said ?? {}, signal }, async (header) => {
        const recalled = said === null ? await scope.engine.columns.recall(input.projectId, header) : null
        remembered = recalled !== null
        return said ?? recalled ?? {}
      })
      return { ...look, remembered }
    })
  },

  'imports.run': async ({ map, sheet, apply, complete, acceptMissing, ...input }, scope) => {
    const { imports } = await environmentOf(input, scope)
    return withUpload(input, scope, async ({ path, name }, watch) => {
      let header: readonly string[] = []
      const onHeader = (found: readonly string[]) => {
        header = found
      }
      const report = await imports.run(
        input.projectId,
        { file: path, name, apply, map, sheet, complete, acceptMissing, onHeader },
        scope.context(),
        watch,
      )
      if (apply && map !== undefined)
        await scope.engine.columns.remember(input.projectId, header, parseMap(map).columns)
      return report
    })
  },
}
