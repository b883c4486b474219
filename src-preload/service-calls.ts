import { z } from 'zod'
import { cardListInputSchema } from '../src-main/domain/cards/card-list.ts'
import { clusterSchema } from '../src-main/domain/desk/cluster.ts'
import { desktopChangeSchema, desktopStateSchema } from '../src-main/domain/desk/desktop.ts'
import { environmentNameSchema, projectScopeSchema } from '../src-main/domain/environment-name.ts'
import { requestLogEntrySchema } from '../src-main/domain/desk/live-event.ts'
import { overviewSchema } from '../src-main/domain/desk/overview.ts'
import { personalErasedSchema, personalFoundSchema } from '../src-main/domain/desk/personal.ts'
import { policyViewSchema } from '../src-main/domain/desk/policy.ts'
import { settingsChangeSchema, settingsViewSchema } from '../src-main/domain/desk/settings.ts'
import { line, text } from '../src-main/domain/text.ts'
import { ADMINISTRATOR, CLERK, MANAGER, MANAGER_OF_KEY, PERSON, VIEWER, everyone, machine } from './call-definition.ts'

const nothing = z.object({})
const uuid = z.uuid()
const count = z.int().min(0)
/** Null on a host without a window of its own. */
const desktopResult = z.object({ desktop: desktopStateSchema.nullable() })

const viewFields = {
  name: line().trim().min(1).max(60),
  /** A view of cards that expire soon stores days from today, not a date, so that it stays current. */
  query: cardListInputSchema
    .omit({ page: true, limit: true, expiresBefore: true, expiresFrom: true })
    .partial()
    .extend({ expiresWithinDays: z.int().min(0).max(3_650).optional(), expiresOn: z.iso.date().optional() }),
  /** The visible columns in order. */
  columns: z.array(text().max(40)).max(30),
}
export const savedViewSchema = z.object({ id: z.string(), ...viewFields })

/**
 * The overview and calls about the service as a whole: views, settings, request log, console, backups, personal data.
 */
export const SERVICE_CALLS = {
  'overview.get': everyone(VIEWER, projectScopeSchema, overviewSchema),

  'views.list': everyone(VIEWER, projectScopeSchema, z.array(savedViewSchema)),
  /** Without an ID, creates a view, or replaces the one with the same name. */
  'views.save': everyone(
    CLERK,
    projectScopeSchema.extend({ id: text().max(100).optional(), ...viewFields }),
    savedViewSchema,
  ),
  'views.delete': everyone(CLERK, projectScopeSchema.extend({ id: text().max(100) }), nothing),

  /** Null on a desk. Answers within two seconds, whatever the server does. */
  'service.cluster': everyone(ADMINISTRATOR, nothing, z.object({ cluster: clusterSchema.nullable() })),

  'policy.get': everyone(PERSON, nothing, policyViewSchema),

  'settings.get': everyone(PERSON, nothing, settingsViewSchema),
  'settings.update': everyone(ADMINISTRATOR, settingsChangeSchema, settingsViewSchema),

  /** Among the last 10,000 API requests, newest first. */
  'requests.list': everyone(
    { role: 'manager', scope: 'project', projectOf: 'filter' },
    z.object({
      projectId: uuid.optional(),
      environment: environmentNameSchema.optional(),
      method: text().max(10).optional(),
      keyId: uuid.optional(),
      /** `2xx`, `4xx` … or one status. */
      status: z
        .string()
        .regex(/^[1-5](xx|\d\d)$/)
        .optional(),
      search: text().max(200).optional(),
      page: z.int().min(1).max(1_000_000).default(1),
      limit: z.int().min(1).max(100).default(50),
    }),
    z.object({ docs: z.array(requestLogEntrySchema), total: count }),
  ),
  /** Runs a request inside the `/v1` stack as the chosen key, without its text. `path` starts after `/v1`. */
  'console.run': everyone(
    MANAGER_OF_KEY,
    z.object({
      keyId: uuid,
      method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
      path: z
        .string()
        .regex(/^\/[\x21-\x7e]*$/)
        .max(2_000),
      body: text().max(100_000).optional(),
      idempotencyKey: text().max(255).optional(),
    }),
    z.object({
      status: z.int(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      body: z.string(),
      durationMs: z.number(),
    }),
  ),

  /** Deletes a project's sandbox data; its keys and audit log stay. `name` confirms the project's name. */
  'sandbox.reset': everyone(
    MANAGER,
    z.object({ projectId: uuid, name: text(), withDemoCards: z.boolean().default(true) }),
    nothing,
  ),
  'backup.now': everyone(
    ADMINISTRATOR,
    z.object({ passphrase: text().min(8).max(1_000).optional() }),
    z.object({ name: z.string(), createdAt: z.string(), sizeBytes: count }),
  ),
  /** Restores a backup in the backups folder by its name. */
  'backup.restoreNamed': machine(
    ADMINISTRATOR,
    z.object({
      name: text().min(1).max(255),
      passphrase: text().max(1_000).optional(),
      /** Accepts a backup whose seal is missing or does not match. */
      unsealed: z.boolean().default(false),
    }),
    z.object({ restored: z.string(), held: z.array(environmentNameSchema) }),
  ),
  /** What is known about a driver of exactly this name in one project, in both environments. */
  'personal.find': everyone(
    CLERK,
    z.object({ projectId: uuid, driver: text().trim().min(1).max(100) }),
    personalFoundSchema,
  ),
  /** Erases the driver's name and plates, except in what `remaining` names. Refused while a card has this driver. */
  'personal.erase': everyone(
    MANAGER,
    z.object({ projectId: uuid, driver: text().trim().min(1).max(100) }),
    personalErasedSchema,
  ),

  // The desktop shell's own; the other host answers `{desktop: null}`.
  'desktop.get': everyone(PERSON, z.object({}), desktopResult),
  'desktop.update': everyone(ADMINISTRATOR, desktopChangeSchema, desktopResult),
} as const
