import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Store } from '../../src-main/database/store.ts'
import { openEngine, type Engine } from '../../src-main/engine/engine.ts'
import type { EngineOptions } from '../../src-main/engine/engine-options.ts'
import { openStores, type Stores } from '../../src-main/engine/open-stores.ts'
import { DATABASE_KINDS, type DatabaseKind } from '../../src-main/database/sqlite/database-kinds.ts'
import { memoryKeySource } from './engine.ts'
import { temporaryFolder } from './folder.ts'
import { createFile } from './new-file.ts'
import { dropStoreOf, OVER_POSTGRES, storeFor } from './postgres/databases.ts'

/** Two instances of the engine over one store, each with a folder of its own: `here` and `there`. */
export async function openTwoInstances(options: Partial<EngineOptions> = {}): Promise<{ here: Engine; there: Engine }> {
  const open = openInstances(options)
  return { here: await open(), there: await open() }
}

/** Opens further instances over the same store; they stop after the test. */
function openInstances(options: Partial<EngineOptions> = {}): () => Promise<Engine> {
  const dataKey = memoryKeySource()
  const shared = OVER_POSTGRES ? overServer() : overFiles(options)
  return async () => {
    const engine = await openEngine({
      version: '0.0.0-test',
      dataKey,
      ...options,
      ...(await shared()),
    })
    onTestFinished(() => engine.stop())
    return engine
  }
}

type Place = Pick<EngineOptions, 'dataDir' | 'store' | 'stores'>

function overServer(): () => Promise<Place> {
  const dataDir = temporaryFolder()
  const store = storeFor(dataDir)
  onTestFinished(() => dropStoreOf(dataDir))
  return async () => ({ dataDir: temporaryFolder(), store: await store })
}

function overFiles({ wallClock }: Partial<EngineOptions>): () => Promise<Place> {
  const opening = openStores({ dataDir: newFolder(), version: '0.0.0-test', repeatWorks: true, wallClock })
  onTestFinished(async () => void (await (await opening).closeAll()))
  return async () => ({ dataDir: newFolder(), stores: viewOf(await opening) })
}

function newFolder(): string {
  const folder = temporaryFolder()
  for (const kind of Object.keys(DATABASE_KINDS) as DatabaseKind[])
    createFile(join(folder, DATABASE_KINDS[kind].fileName), kind)
  return folder
}

/** What one instance has of the stores: as on a server, closing it leaves them open. */
function viewOf({ clock, control, databases: { sandbox, production } }: Stores): Stores {
  const views = { control: sharedView(control), sandbox: sharedView(sandbox), production: sharedView(production) }
  return {
    clock,
    control: views.control,
    databases: { sandbox: views.sandbox, production: views.production },
    closeAll: () => Promise.all(Object.values(views).map((view) => view.close())),
  }
}

/** A store as it is on a server: shared, notes come as text, and its version vouches for nothing. */
function sharedView<Schema>(store: Store<Schema>): Store<Schema> {
  let version = 0
  const ends = new Set<() => void>()
  return {
    ...store,
    isShared: true,
    version: () => (version += 1),
    onChanges: (listener) => {
      const end = store.onChanges((notes) => listener(JSON.parse(JSON.stringify(notes)) as typeof notes))
      ends.add(end)
      return end
    },
    close: async () => {
      for (const end of ends) end()
    },
  }
}
