import { hostname } from 'node:os'
import type { Clock } from '../domain/clock.ts'
import type { EnvironmentName } from '../domain/environment-name.ts'
import type { Cluster } from '../domain/desk/cluster.ts'
import type { Notice } from '../domain/desk/notice.ts'
import { createAlertService } from './alert-service.ts'
import type { Alerts } from './alerts/alerts.ts'
import { createApprovals, type Approvals } from './approvals/approvals.ts'
import { createApiKeys, type ApiKeys } from './access/api-keys.ts'
import { createConnectedApps, type ConnectedApps } from './access/apps/connected-apps.ts'
import { createPageSessions, type PageSessions } from './access/page-sessions.ts'
import { createPeople, type People } from './people/people.ts'
import { createProjects, type Projects } from './projects/projects.ts'
import { createAuditView, type AuditView } from './kernel/audit/audit-view.ts'
import { witnessChains } from './kernel/audit/witness.ts'
import { createDailyBackup } from './backup/daily-backup.ts'
import { createBackups, type Backups } from './backup/backups.ts'
import { createColumnMemory, type ColumnMemory } from './desk/column-memory.ts'
import { createBegun } from './begun.ts'
import type { EngineOptions } from './engine-options.ts'
import { checkAll, type CheckOptions, type CheckReport } from './check.ts'
import { clusterStatus } from './kernel/cluster/cluster-status.ts'
import { joinCluster } from './kernel/cluster/instances.ts'
import { createControlCore } from './kernel/control-core.ts'
import { createCurrentNetwork } from './current-network.ts'
import { createEnvironment, type Environment } from './environment-service.ts'
import { createCores } from './environment-cores.ts'
import { collectDiagnostics } from './diagnostics.ts'
import { createExchange, type Exchange } from './desk/file-exchange.ts'
import { createSharedExchange } from './desk/shared-exchange.ts'
import { createHousekeeping } from './housekeeping.ts'
import { createLiveBus, type LiveBus, type LiveListener } from './kernel/live.ts'
import type { NetworkSettings } from './kernel/network.ts'
import { startNotices } from './start-notices.ts'
import { silentLogger, type Logger } from './kernel/ports.ts'
import { systemResolver } from '../net/resolver.ts'
import { openStores } from './open-stores.ts'
import { holdIfRestored } from './backup/restored-store.ts'
import { createDeleteProject, type DeleteProject } from './projects/delete-project.ts'
import type { LogLine } from './desk/recent-log.ts'
import { createRequestLog, type RequestLog } from './desk/request-log.ts'
import { followPort } from './inbox/inbox-addresses.ts'
import { createSettings, type ServiceSettings } from './settings/settings.ts'
import { copiesElsewhere } from './personal/copies.ts'
import { createProjectPersonal, type ProjectPersonal } from './personal/project-personal.ts'
import { createResetSandbox, type ResetSandbox } from './projects/reset-sandbox.ts'
import { openDataKey } from './kernel/secrets/open-data-key.ts'
import { createSavedViews, type SavedViews } from './desk/saved-views.ts'
import { announceMove } from './sign-in/announce-move.ts'
import { createSignIn, type SignIn } from './sign-in/sign-in.ts'

/** The service without any host: everything the API, the app and the command line do goes through here. */
export interface Engine {
  readonly version: string
  readonly dataDir: string
  /** Whether other instances may share the store. */
  readonly isCluster: boolean
  readonly wallClock: Clock
  readonly logger: Logger
  readonly projects: Projects
  readonly deleteProject: DeleteProject
  readonly resetSandbox: ResetSandbox
  /** What is stored about a driver, and its erasure. */
  readonly personal: ProjectPersonal
  readonly keys: ApiKeys
  readonly people: People
  readonly sessions: PageSessions
  readonly signIn: SignIn
  /** Desktop apps and command lines elsewhere that people connect. */
  readonly apps: ConnectedApps
  readonly backups: Backups
  readonly settings: ServiceSettings
  readonly audit: AuditView
  /** Alerts by e-mail. */
  readonly alerts: Alerts
  /** The second pair of eyes. */
  readonly approvals: Approvals
  /** The newest requests to the API. */
  readonly requests: RequestLog
  /** Files in transit to and from a page. */
  readonly exchange: Exchange
  /** Remembers which column of a file was which field. */
  readonly columns: ColumnMemory
  /** Saved views of the card list. */
  readonly views: SavedViews
  /** One of the two isolated environments; nothing it returns gives access to another database. */
  environment(name: EnvironmentName): Environment
  /** Sets where the service listens and what it may reach; stays in effect until set again. */
  setNetwork(changes: Partial<NetworkSettings>): void
  /** Calls the listener with changes that are on disk, batched (domain/desk/live-event.ts); returns how to stop. */
  onLive(listener: LiveListener): () => void
  /** Publishes to open pages what no transaction carries, such as the progress of a call. */
  publishLive: LiveBus['publish']
  /** What remote support needs to know, as JSON text without anyone's data. The host contributes `host` and `log`. */
  diagnostics(host: Record<string, unknown>, log: readonly LogLine[]): Promise<string>
  /** Checks all three files; see `CheckReport`. */
  check(how?: CheckOptions): Promise<CheckReport>
  /** Findings from the start, which are also in the log. */
  notices(): readonly Notice[]
  /** How the instances that share the store are, and its server; null on a desk. */
  cluster(): Promise<Cluster | null>
  /** Finishes running work and closes the files. */
  stop(): Promise<void>
}

/**
 * Opens the service on a data folder, creating what is missing and upgrading older files.
 *
 * @throws DatabaseError when a file is corrupt, foreign, newer or cannot be written; the folder is left unchanged
 * @throws ServiceError `error.data_key` when the data key is missing or wrong
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir, version, logger = silentLogger } = options
  const { control, databases, clock: wallClock, closeAll } = await openStores(options)
  const begun = createBegun()
  try {
    const dataKey = await openDataKey(control, options.dataKey)
    const controlCore = createControlCore(control, dataKey, wallClock)
    const settings = await createSettings(controlCore, options.fixedSettings ?? {}, logger)
    const network = await createCurrentNetwork(control, settings, options.network?.(), logger)
    const live = createLiveBus(logger, control)
    const ports = {
      instanceId: controlCore.instanceId,
      dataKey,
      live,
      wallClock,
      version,
      logger,
      resolver: options.resolver ?? systemResolver,
      network: network.read,
    }
    const cores = await createCores(ports, databases)
    const followOwnPort = async ({ ownPorts: [port] }: NetworkSettings): Promise<void> => {
      if (port !== undefined) await followPort(controlCore, cores.sandbox, port)
    }
    for (const core of [controlCore, cores.sandbox, cores.production]) live.follow(core)
    // Before anything is sent that a backup has brought back.
    for (const core of [cores.sandbox, cores.production]) await holdIfRestored(core)
    const membership = await joinCluster(
      [controlCore, cores.sandbox, cores.production],
      { address: hostname(), version },
      logger,
    )
    begun.add({ stop: membership.leave })
    // Before any delivery goes to the inbox's former address.
    await followOwnPort(network.read())
    const environments = {
      sandbox: begun.add(await createEnvironment(cores.sandbox, options.runsWork)),
      production: begun.add(await createEnvironment(cores.production, options.runsWork)),
    }
    const chains = { control: controlCore, ...cores }
    const audit = createAuditView(chains, dataKey)
    const notices = await startNotices(dataDir, chains, logger)
    const projects = createProjects(controlCore, async (projectId, context) => {
      for (const { planned } of Object.values(environments)) await planned.endAll(projectId, context)
    })
    const keys = createApiKeys(controlCore)
    const people = await createPeople(controlCore)
    const backups = createBackups({
      dataDir,
      version,
      wallClock,
      dataKey,
      databases: { control, ...databases },
      witness: () => witnessChains(chains),
      kept: () => settings.current().backup.keep,
    })
    const requests = begun.add(createRequestLog(controlCore, live, logger))
    const exchange = begun.add(
      control.isShared
        ? createSharedExchange(dataDir, controlCore, logger)
        : createExchange(dataDir, wallClock, logger),
    )
    const dailyBackup =
      options.runsWork === false || control.isShared
        ? null
        : begun.add(createDailyBackup({ core: controlCore, backups, settings, wallClock, live, logger }))
    const approvals = begun.add(createApprovals(controlCore, dataKey, logger, options.runsWork ?? true))
    const alerts = begun.add(
      createAlertService(controlCore, cores.production, environments.production, {
        settings,
        waiting: approvals.waiting,
        runsWork: options.runsWork ?? true,
      }),
    )
    const housekeeping = begun.add(createHousekeeping({ control: controlCore, ...cores }, logger, options.onDamage))
    const signIn = begun.add(
      createSignIn({
        control: controlCore,
        dataKey,
        people,
        logger,
        resolver: ports.resolver,
        network: ports.network,
        runsWork: options.runsWork !== false,
        publicUrl: () => options.publicUrl ?? null,
      }),
    )
    if (options.publicUrl != null) await announceMove(controlCore, options.publicUrl, logger)
    const engine: Engine = {
      version,
      dataDir,
      isCluster: control.isShared,
      wallClock,
      logger,
      projects,
      deleteProject: createDeleteProject({
        projects,
        keys,
        backups: control.isShared ? null : backups,
        removals: { sandbox: environments.sandbox.removeProject, production: environments.production.removeProject },
      }),
      personal: createProjectPersonal({
        projects,
        audit,
        data: { sandbox: environments.sandbox.personal, production: environments.production.personal },
        control: controlCore,
        exchange,
        sealedInputs: approvals.sealedInputs,
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
      people,
      sessions: createPageSessions(controlCore, people.localId),
      signIn,
      apps: createConnectedApps(controlCore),
      backups,
      settings,
      audit,
      alerts,
      approvals,
      requests,
      exchange,
      columns: createColumnMemory(controlCore),
      views: createSavedViews(controlCore),
      environment: (name) => environments[name],
      setNetwork: (changes) => {
        const changed = network.set(changes)
        if (changes.ownPorts !== undefined)
          followOwnPort(changed).catch((error: unknown) =>
            logger.log('error', 'the addresses of inboxes could not follow the port', { error: String(error) }),
          )
      },
      onLive: live.on,
      publishLive: live.publish,
      diagnostics: (host, log) =>
        collectDiagnostics(
          { ...engine, cores, files: Object.values({ control, ...databases }).map(({ file }) => file) },
          host,
          log,
        ),
      check: (how = {}) => checkAll(dataDir, { control, ...databases }, audit, how),
      notices: () => notices,
      cluster: () => clusterStatus(chains),
      stop: async () => {
        // Background work first: deliveries in flight may take a while to finish.
        await Promise.all([
          housekeeping.stop(),
          alerts.stop(),
          approvals.stop(),
          exchange.stop(),
          signIn.stop(),
          backups.close(),
          dailyBackup?.stop(),
          environments.sandbox.stop(),
          environments.production.stop(),
        ])
        await requests.stop()
        // Commands tend to come in series: after them, one witness per hour is enough.
        await witnessChains(chains, options.runsWork === false ? HOUR_MS : 0).catch((error: unknown) =>
          logger.log('error', 'the chains could not remember each other', { error: String(error) }),
        )
        live.stop()
        await membership.leave()
        await closeAll()
      },
    }
    return engine
  } catch (error) {
    await begun.stopAll()
    await closeAll()
    throw error
  }
}

const HOUR_MS = 60 * 60 * 1000
