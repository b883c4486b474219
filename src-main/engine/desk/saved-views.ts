import type { EnvironmentName } from '../../domain/environment-name.ts'
import { validationError } from '../../domain/errors.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { ControlCore, ControlTransaction } from '../kernel/control-core.ts'
import { opaqueId } from '../kernel/ids.ts'

/** A saved view of the card list. Only the screens interpret its content. */
interface StoredView {
  id: string
  name: string
  query: unknown
  columns: string[]
}

interface ViewPlace {
  projectId: string
  environment: EnvironmentName
}

export interface SavedViews {
  /** Sorted by name. */
  list(place: ViewPlace): Promise<StoredView[]>
  /**
   * Saves a view under this ID, or as a new one; replaces another view of the same name.
   *
   * @throws ServiceError `error.validation` if there are 50 already
   */
  save(place: ViewPlace, view: Omit<StoredView, 'id'> & { id?: string | undefined }): Promise<StoredView>
  /** Does nothing if there is no such view. */
  remove(place: ViewPlace, id: string): Promise<void>
}

const MOST_VIEWS = 50

export function createSavedViews({ database }: ControlCore): SavedViews {
  return {
    list: async (place) => (await database.all(viewsOf, place)).map(viewOf),
    save: (place, { id: asked, name, query, columns }) =>
      database.write(async (transaction) => {
        const views = await transaction.all(viewsOf, place)
        const known = views.find((view) => view.id === asked)
        const sameName = views.find((view) => view.name === name)
        const id = known?.id ?? sameName?.id ?? opaqueId('view_')
        if (known === undefined && sameName === undefined && views.length >= MOST_VIEWS) {
          throw validationError([
            {
              field: 'name',
              message: `There are ${MOST_VIEWS} views already; delete one first`,
              problem: { code: 'too_many_views', maximum: MOST_VIEWS },
            },
          ])
        }
        for (const view of [known, sameName])
          if (view !== undefined) await transaction.run(removeView, { ...place, id: view.id })
        const row = { id, ...place, name, query: JSON.stringify(query), columns: JSON.stringify(columns) }
        await transaction.run(insertView, row)
        noteChange(transaction, place)
        return viewOf(row)
      }),
    remove: async (place, id) => {
      await database.write(async (transaction) => {
        await transaction.run(removeView, { ...place, id })
        noteChange(transaction, place)
      })
    },
  }
}

/** Everybody's list shows the views of its project. */
function noteChange(transaction: ControlTransaction, { projectId, environment }: ViewPlace): void {
  transaction.note({ about: 'event', event: { name: 'views.changed', data: { projectId, environment } } })
}

function viewOf({
  id,
  name,
  query,
  columns,
}: Pick<ControlSchema['saved_view'], 'id' | 'name' | 'query' | 'columns'>): StoredView {
  return { id, name, query: JSON.parse(query) as unknown, columns: JSON.parse(columns) as string[] }
}

const builder = queryBuilder<ControlSchema>()

const viewsOf = prepareQuery<ViewPlace>()('saved views', (parameter) =>
  builder
    .selectFrom('saved_view')
    .select(['id', 'name', 'query', 'columns'])
    .where('project_id', '=', parameter('projectId'))
    .where('environment', '=', parameter('environment'))
    .orderBy('name'),
)

const insertView = prepareQuery<ViewPlace & { id: string; name: string; query: string; columns: string }>()(
  'insert saved view',
  (parameter) =>
    builder.insertInto('saved_view').values({
      id: parameter('id'),
      project_id: parameter('projectId'),
      environment: parameter('environment'),
      name: parameter('name'),
      query: parameter('query'),
      columns: parameter('columns'),
    }),
)

const removeView = prepareQuery<ViewPlace & { id: string }>()('remove saved view', (parameter) =>
  builder
    .deleteFrom('saved_view')
    .where('id', '=', parameter('id'))
    .where('project_id', '=', parameter('projectId'))
    .where('environment', '=', parameter('environment')),
)
