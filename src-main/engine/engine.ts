import type { Clock } from '../domain/clock.ts'
import { offsetClock } from '../domain/clock.ts'
import type { EnvironmentName } from '../domain/environment-name.ts'
import { noticeText, type Notice } from '../domain/desk/notice.ts'
import type { Settings, SettingsChange } from '../domain/desk/settings.ts'
import { openDatabase } from '../database/sqlite/open-database.ts'
import type { Store } from '../database/store.ts'
import type { DatabaseKind } from '../database/sqlite/database-kinds.ts'
import type { ControlSchema, EnvironmentSchema } from '../database/schema.ts'
import { createApiKeys, type ApiKeys } from './access/api-keys.ts'
import { createPageSessions, type PageSessions } from './access/page-sessions.ts'
import { createProjects, type Projects } from './projects/projects.ts'
import { createAuditView, type AuditView } from './kernel/audit/audit-view.ts'
import { rolledBackChains, witnessChains } from './kernel/audit/witness.ts'
import { createDailyBackup } from './backup/daily-backup.ts'
import { createBackups, type Backups } from './backup/backups.ts'
import { createColumnMemory, type ColumnMemory } from './desk/column-memory.ts'
import { checkAll, type CheckOptions, type CheckReport } from './check.ts'
import { createControlCore } from './kernel/control-core.ts'
import { createEnvironment, type Environment } from './environment-service.ts'
import { createEnvironmentCore } from './kernel/environment-core.ts'
import { collectDiagnostics } from './diagnostics.ts'
import { createExchange, type Exchange } from './desk/file-exchange.ts'
import { createHousekeeping, type OnDamage } from './housekeeping.ts'
import { createLiveBus, type LiveBus, type LiveListener } from './kernel/live.ts'
import { DEFAULT_NETWORK, networkOf, type NetworkSettings } from './kernel/network.ts'
import { openFolder } from './open-paths.ts'
import { silentLogger, systemClock, type DataKeySource, type Logger } from './kernel/ports.ts'
import { systemResolver, type Resolver } from '../net/resolver.ts'
import { fileOf, prepareFolder } from './prepare-folder.ts'
import { createDeleteProject, type DeleteProject } from './projects/delete-project.ts'
import type { LogLine } from './desk/recent-log.ts'
import { createRequestLog, type RequestLog } from './desk/request-log.ts'
import { followPort } from './inbox/inbox-addresses.ts'
import { createSettings, type ServiceSettings } from './settings/settings.ts'
import { peekSettings } from './settings/stored-settings.ts'
import { copiesElsewhere } from './personal/copies.ts'
import { createProjectPersonal, type ProjectPersonal } from './personal/project-personal.ts'
import { createResetSandbox, type ResetSandbox } from './projects/reset-sandbox.ts'
import { clockOffsetMs, loadClockOffset } from './kernel/sandbox-clock.ts'
import { openDataKey } from './kernel/secrets/open-data-key.ts'
import { createSavedViews, type SavedViews } from './desk/saved-views.ts'

export interface EngineOptions {
  /** The data folder; made where it is not there. The caller holds its lock. */
  dataDir: string
  /** The product's version, as it is shown and written into backups. */
  version: string
  dataKey: DataKeySource
  wallClock?: Clock
  logger?: Logger
  resolver?: Resolver
  /** Told of a database that a check in the background found damaged. */
  onDamage?: OnDamage
  /** What this run was started with, before what is stored. */
  fixedSettings?: SettingsChange
  /** What the host says of the network when the engine opens: overdue deliveries go out at once. */
  network?: () => Partial<NetworkSettings>
  /** False for a command that runs without a service: deliveries and schedules wait for one. */
  runsWork?: boolean
  /** For tests: runs each work twice, to show what it does besides its transaction. */
  repeatWorks?: boolean
}

/** The service without any host: everything the API, the app and the command line do goes through here. */
export interface Engine {
  readonly version: string
  readonly dataDir: string
  readonly wallClock: Clock
  readonly logger: Logger
  readonly projects: Projects
  readonly deleteProject: DeleteProject
  readonly resetSandbox: ResetSandbox
  /** What is known of a driver. */
  readonly personal: ProjectPersonal
  readonly keys: ApiKeys
  readonly sessions: PageSessions
  readonly backups: Backups
  readonly settings: ServiceSettings
  readonly audit: AuditView
  /** The newest requests of the API. */
  readonly requests: RequestLog
  /** Files on their way to and from a page. */
  readonly exchange: Exchange
  /** Which column of a file was what. */
  readonly columns: ColumnMemory
  /** Views of the card list that people keep. */
  readonly views: SavedViews
  /** One of the two isolated halves. What it returns leads to no other database. */
  environment(name: EnvironmentName): Environment
  /** Sets where the service listens and what it may reach; kept until set again. */
  setNetwork(changes: Partial<NetworkSettings>): void
  /**
   * Calls the listener with what changes, once it is on disk and in handfuls (domain/live-event.ts); returns how to end
   * that.
   */
  onLive(listener: LiveListener): () => void
  /** Publishes to open pages what no transaction carries, for example a call's progress. */
  tellLive: LiveBus['tell']
  /**
   * What somebody who helps from afar needs to know, as JSON text without anyone's data; `host` and `log` are the
   * host's part.
   */
  diagnostics(host: Record<string, unknown>, log: readonly LogLine[]): Promise<string>
  /** Looks through all three files; see `CheckReport`. */
  check(how?: CheckOptions): Promise<CheckReport>
  /** What was found at the start; each is in the log as well. */
  notices(): readonly Notice[]
  /** Finishes what is in hand and closes the files. */
  stop(): Promise<void>
}

/**
 * Opens the service on a data folder, creating what is not there and bringing older files up to date.
 *
 * @throws DatabaseError when a file is corrupt, foreign, newer or cannot be written; the folder is left as it is
 * @throws ServiceError `error.data_key` when the data key is missing or another one
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir, version, wallClock = systemClock, logger = silentLogger } = options
  prepareFolder(dataDir, wallClock)
  const openOne = <Schema>(kind: DatabaseKind): Store<Schema> =>
    openDatabase<Schema>({
      file: fileOf(dataDir, kind),
      repeatWorks: options.repeatWorks ?? false,
      onSlowQuery: (name, durationMs) =>
        logger.log('warn', 'slow query', { database: kind, name, durationMs: Math.round(durationMs) }),
      ...(options.logger && {
        onLateWork: ({ message, stack }) => logger.log('error', message, { database: kind, stack }),
      }),
    })
  const control = openOne<ControlSchema>('control')
  const databases = {
    sandbox: openOne<EnvironmentSchema>('sandbox'),
    production: openOne<EnvironmentSchema>('production'),
  }
  const closeAll = () => Promise.all([control.close(), databases.sandbox.close(), databases.production.close()])
  try {
    const dataKey = await openDataKey(control, options.dataKey)
    const controlCore = createControlCore(control, dataKey, wallClock)
    const settings = await createSettings(controlCore, options.fixedSettings ?? {})
    let network: NetworkSettings = {
      ...DEFAULT_NETWORK,
      ...networkOf(settings.current(), DEFAULT_NETWORK),
      ...options.network?.(),
    }
    settings.onChange((changed) => {
      network = { ...network, ...networkOf(changed, network) }
    })
    const live = createLiveBus(logger)
    const ports = {
      dataKey,
      live,
      wallClock,
      version,
      logger,
      resolver: options.resolver ?? systemResolver,
      network: () => network,
    }
    await loadClockOffset(databases.sandbox)
    const cores = {
      sandbox: await createEnvironmentCore('sandbox', {
        ...ports,
        database: databases.sandbox,
        clock: offsetClock(wallClock, () => clockOffsetMs(databases.sandbox)),
      }),
      production: await createEnvironmentCore('production', {
        ...ports,
        database: databases.production,
        clock: wallClock,
      }),
    }
    const followOwnPort = async ({ ownPorts: [port] }: NetworkSettings): Promise<void> => {
      if (port !== undefined) await followPort(controlCore, cores.sandbox, port)
    }
    for (const core of [controlCore, cores.sandbox, cores.production]) live.follow(core)
    // Before the first delivery goes out to where the inbox was.
    await followOwnPort(network)
    const environments = {
      sandbox: await createEnvironment(cores.sandbox, options.runsWork),
      production: await createEnvironment(cores.production, options.runsWork),
    }
    const chains = { control: controlCore, ...cores }
    const audit = createAuditView(chains, dataKey)
    const open = openFolder(dataDir)
    const notices: Notice[] = [
      ...(open === null ? [] : [{ kind: 'open_folder' as const, ...open }]),
      ...(await rolledBackChains(chains)),
    ]
    for (const notice of notices)
      logger.log(notice.kind === 'open_folder' ? 'info' : 'error', noticeText(notice), { ...notice })
    const projects = createProjects(controlCore)
    const keys = createApiKeys(controlCore)
    const backups = createBackups({
      dataDir,
      version,
      wallClock,
      dataKey,
      databases: { control, ...databases },
      witness: () => witnessChains(chains),
      kept: () => settings.current().backup.keep,
    })
    const requests = createRequestLog(controlCore, live, logger)
    const exchange = createExchange(dataDir, wallClock, logger)
    const dailyBackup =
      options.runsWork === false
        ? null
        : createDailyBackup({ core: controlCore, backups, settings, wallClock, live, logger })
    const housekeeping = createHousekeeping({ control: controlCore, ...cores }, logger, options.onDamage)
    const engine: Engine = {
      version,
      dataDir,
      wallClock,
      logger,
      projects,
      deleteProject: createDeleteProject({
        projects,
        keys,
        backups,
        removals: { sandbox: environments.sandbox.removeProject, production: environments.production.removeProject },
      }),
      personal: createProjectPersonal({
        projects,
        audit,
        data: { sandbox: environments.sandbox.personal, production: environments.production.personal },
        control: controlCore,
        exchange,
        copies: () =>
          copiesElsewhere({
            dataDir,
            backups: backups.list(),
            backup: settings.current().backup,
            now: wallClock.now(),
          }),
      }),
      resetSandbox: createResetSandbox(projects, environments.sandbox),
      keys,
      sessions: createPageSessions(controlCore),
      backups,
      settings,
      audit,
      requests,
      exchange,
      columns: createColumnMemory(controlCore),
      views: createSavedViews(controlCore),
      environment: (name) => environments[name],
      setNetwork: (changes) => {
        network = { ...network, ...changes }
        if (changes.ownPorts !== undefined)
          followOwnPort(network).catch((error: unknown) =>
            logger.log('error', 'the addresses of inboxes could not follow the port', { error: String(error) }),
          )
      },
      onLive: live.on,
      tellLive: live.tell,
      diagnostics: (host, log) =>
        collectDiagnostics(
          { ...engine, cores, files: Object.values({ control, ...databases }).map(({ file }) => file) },
          host,
          log,
        ),
      check: (how = {}) => checkAll(dataDir, { control, ...databases }, audit, how),
      notices: () => notices,
      stop: async () => {
        // Background work first: deliveries in flight may take a while to end.
        await Promise.all([
          housekeeping.stop(),
          exchange.stop(),
          backups.close(),
          dailyBackup?.stop(),
          environments.sandbox.stop(),
          environments.production.stop(),
        ])
        await requests.stop()
        // A command that changed something is followed by others: one of them in an hour is enough.
        await witnessChains(chains, options.runsWork === false ? HOUR_MS : 0).catch((error: unknown) =>
          logger.log('error', 'the chains could not remember each other', { error: String(error) }),
        )
        live.stop()
        await closeAll()
      },
    }
    return engine
  } catch (error) {
    await closeAll()
    throw error
  }
}

const HOUR_MS = 60 * 60 * 1000

/** The settings of a folder before its engine is open: see `peekSettings`. */
export function settingsOfFolder(dataDir: string): Settings {
  return peekSettings(fileOf(dataDir, 'control'))
}
