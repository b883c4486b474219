import { onTestFinished } from 'vitest'
import type { Role } from '../../../../src-main/domain/people/role.ts'
import { createAlerts, type Alerts, type AlertsSetup } from '../../../../src-main/engine/alerts/alerts.ts'
import type { DigestNumbers } from '../../../../src-main/engine/alerts/compose-parts.ts'
import { joinCluster } from '../../../../src-main/engine/kernel/cluster/instances.ts'
import { createControlCore, type ControlCore } from '../../../../src-main/engine/kernel/control-core.ts'
import type { EnvironmentCore } from '../../../../src-main/engine/kernel/environment-core.ts'
import { newUuid } from '../../../../src-main/engine/kernel/ids.ts'
import { silentLogger } from '../../../../src-main/engine/kernel/ports.ts'
import { environmentCore, newDatabase, REHEARSED } from '../../../support/core.ts'
import { fakeClock, type FakeClock } from '../../../support/clock.ts'
import { CLERK } from '../../../support/context.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import type { SmtpReceiver } from '../../../support/mail/smtp-receiver.ts'

export interface AlertBench {
  clock: FakeClock
  alerts: Alerts
  control: ControlCore
  production: EnvironmentCore
  /** Another instance of the service on the same store. */
  another(changes?: Partial<AlertsSetup>): Alerts
  project(name?: string): Promise<string>
  person(fields?: {
    name?: string
    email?: string | null
    language?: string
    administrator?: boolean
    roles?: Record<string, Role>
  }): Promise<string>
  /** A pull that ended so, now. */
  pull(projectId: string, error: string | null): Promise<void>
  /** A webhook that the service disabled, now. */
  disabledWebhook(projectId: string, url: string): Promise<void>
  card(projectId: string, fields: { number: string; plate?: string; expires: string }): Promise<void>
  mails(): Promise<{ state: string; attempt_count: number; error: string | null }[]>
  digest: DigestNumbers
}

/** Alerts on stores of their own, with a clock that moves by hand; nothing runs by itself. */
export async function alertBench(receiver?: SmtpReceiver, changes: Partial<AlertsSetup> = {}): Promise<AlertBench> {
  const dataDir = temporaryFolder()
  const clock = fakeClock('2026-03-14T15:09:26.535Z')
  const production = await environmentCore('production', dataDir, clock)
  const database = await newDatabase('control', dataDir, { repeatWorks: REHEARSED })
  const control = createControlCore(database, production.dataKey, clock)
  const digest: DigestNumbers = {
    cards: 0,
    expiring: 0,
    failed: 0,
    drift: 0,
    failedDeliveries: 0,
    approvals: 0,
    syncFailing: false,
    webhookDisabled: false,
    held: false,
  }
  const opened: Alerts[] = []
  const joined: ReturnType<typeof joinCluster>[] = []
  const another = (more: Partial<AlertsSetup> = {}): Alerts => {
    const core = { ...control, instanceId: newUuid(), database: { ...database, isShared: true } }
    joined.push(joinCluster([core], { address: 'here', version: '0' }, silentLogger))
    const made = createAlerts({
      core,
      production,
      logger: silentLogger,
      publicUrl: () => 'https://desk.example',
      language: () => null,
      digest: () => Promise.resolve(digest),
      approvals: () => Promise.resolve(null),
      runsWork: false,
      ...changes,
      ...more,
    })
    opened.push(made)
    return made
  }
  const alerts = another()
  onTestFinished(async () => {
    await Promise.all(opened.map((each) => each.stop()))
    for (const { leave } of await Promise.all(joined)) await leave()
  })
  if (receiver !== undefined) await alerts.setServer(receiver.input(), CLERK)
  const time = () => clock.now().toISOString()
  let counted = 0
  return {
    clock,
    alerts,
    control,
    production,
    another,
    digest,
    project: async (name = 'Fleet') => {
      const id = newUuid()
      await database.write((transaction) =>
        transaction.run(
          transaction.build.insertInto('project').values({ id, name, created_at: time(), archived_at: null }),
        ),
      )
      return id
    },
    person: async ({
      name = 'Anna',
      email = 'anna@fleet.example',
      language,
      administrator = false,
      roles = {},
    } = {}) => {
      const id = newUuid()
      await database.write(async (transaction) => {
        const { build } = transaction
        await transaction.run(
          build.insertInto('person').values({
            id,
            name,
            email,
            email_key: email,
            language: language ?? null,
            state: 'active',
            is_administrator: Number(administrator),
            is_local: null,
            created_at: time(),
            last_seen_at: null,
          }),
        )
        for (const [projectId, role] of Object.entries(roles))
          await transaction.run(build.insertInto('membership').values({ person_id: id, project_id: projectId, role }))
      })
      return id
    },
    pull: (projectId, error) =>
      production.database.write(async (transaction) => {
        await transaction.run(
          transaction.build.insertInto('sync_run').values({
            id: newUuid(),
            project_key: await production.projectKey(transaction, projectId),
            kind: 'pull',
            source: 'portal',
            state: error === null ? 'completed' : 'failed',
            started_at: time(),
            finished_at: time(),
            error,
            updated_since: null,
            resume: null,
            missing: null,
            failure_kind: null,
          }),
        )
      }),
    disabledWebhook: (projectId, url) =>
      production.database.write(async (transaction) => {
        await transaction.run(
          transaction.build.insertInto('webhook').values({
            id: newUuid(),
            project_key: await production.projectKey(transaction, projectId),
            url,
            events: '["card.updated"]',
            description: null,
            status: 'disabled',
            disabled_reason: 'gone',
            disabled_at: time(),
            failure_count: 1,
            failing_since: null,
            last_triggered_at: null,
            verified_at: null,
            schedule_enabled: 0,
            schedule_interval_hours: 24,
            schedule_events: '[]',
            schedule_next_run_at: null,
            schedule_last_run_at: null,
            created_at: time(),
            updated_at: time(),
          }),
        )
      }),
    card: (projectId, { number, plate = null, expires }) =>
      production.database.write(async (transaction) => {
        counted += 1
        await transaction.run(
          transaction.build.insertInto('card').values({
            id: production.newCardId(),
            project_key: await production.projectKey(transaction, projectId),
            card_number: number,
            provider_card_id: `p${counted}`,
            status: 'active',
            license_plate: plate,
            driver: 'Erika Musterfahrerin',
            expiration_date: `${expires}T00:00:00.000Z`,
            auth_gasoline: 1,
            auth_diesel: 1,
            auth_lpg: 0,
            auth_heating_oil: 0,
            sync_status: 'synced',
            sync_error_message: null,
            last_synced_at: null,
            internal_reference: null,
            cost_centre: null,
            notes: null,
            created_at: time(),
            updated_at: time(),
            plate_key: null,
            driver_key: null,
            driver_joints: null,
            driver_forms: null,
            search_version: 0,
            reference_key: null,
          }),
        )
      }),
    mails: () =>
      database.all(
        database.build.selectFrom('alert_mail').select(['state', 'attempt_count', 'error']).orderBy('created_at'),
      ),
  }
}
