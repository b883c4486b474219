import { z } from 'zod'
import { cardListInputSchema } from '../src-main/domain/cards/card-list.ts'
import { desktopChangeSchema, desktopStateSchema } from '../src-main/domain/desk/desktop.ts'
import { environmentNameSchema, projectScopeSchema } from '../src-main/domain/environment-name.ts'
import { requestLogEntrySchema } from '../src-main/domain/desk/live-event.ts'
import { overviewSchema } from '../src-main/domain/desk/overview.ts'
import { personalErasedSchema, personalFoundSchema } from '../src-main/domain/desk/personal.ts'
import { settingsChangeSchema, settingsViewSchema } from '../src-main/domain/desk/settings.ts'
import { line, text } from '../src-main/domain/text.ts'
import { everyone } from './call-definition.ts'

const nothing = z.object({})
const uuid = z.uuid()
const count = z.int().min(0)
/** Null on a host without a window of its own. */
const desktopAnswer = z.object({ desktop: desktopStateSchema.nullable() })

const viewFields = {
  name: line().trim().min(1).max(60),
  /** A view that shows what expires soon does so every day: it keeps the days from today, never a date. */
  query: cardListInputSchema
    .omit({ page: true, limit: true, expiresBefore: true, expiresFrom: true })
    .partial()
    .extend({ expiresWithinDays: z.int().min(0).max(3_650).optional(), expiresOn: z.iso.date().optional() }),
  /** Columns on screen, in their order. */
  columns: z.array(text().max(40)).max(30),
}
export const savedViewSchema = z.object({ id: z.string(), ...viewFields })

export const SERVICE_CALLS = {
  'overview.get': everyone(projectScopeSchema, overviewSchema),

  'views.list': everyone(projectScopeSchema, z.array(savedViewSchema)),
  /** Without an id a new one is made; a name that is taken is replaced. */
  'views.save': everyone(projectScopeSchema.extend({ id: text().max(100).optional(), ...viewFields }), savedViewSchema),
  'views.delete': everyone(projectScopeSchema.extend({ id: text().max(100) }), nothing),

  'settings.get': everyone(nothing, settingsViewSchema),
  'settings.update': everyone(settingsChangeSchema, settingsViewSchema),

  /** The API requests of the last 10,000, newest first. */
  'requests.list': everyone(
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
  /** Runs a request inside the `/v1` stack as the chosen key, whose text is not needed. `path` begins after `/v1`. */
  'console.run': everyone(
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

  /** Removes one project's sandbox rows; its keys and its audit stay. `name` must be the project's. */
  'sandbox.reset': everyone(
    z.object({ projectId: uuid, name: text(), withDemoCards: z.boolean().default(true) }),
    nothing,
  ),
  'backup.now': everyone(
    z.object({ passphrase: text().min(8).max(1_000).optional() }),
    z.object({ name: z.string(), createdAt: z.string(), sizeBytes: count }),
  ),
  /** Restores a backup of the backups folder, by its name. */
  'backup.restoreNamed': everyone(
    z.object({
      name: text().min(1).max(255),
      passphrase: text().max(1_000).optional(),
      unsealed: z.boolean().default(false),
    }),
    z.object({ restored: z.string(), held: z.array(environmentNameSchema) }),
  ),
  /** What is known of a driver by this exact name, in one project, both environments. */
  'personal.find': everyone(z.object({ projectId: uuid, driver: text().trim().min(1).max(100) }), personalFoundSchema),
  /** Takes the driver's name and plates out of everything but what is named in `remaining`; refused while a card is the driver's. */
  'personal.erase': everyone(
    z.object({ projectId: uuid, driver: text().trim().min(1).max(100) }),
    personalErasedSchema,
  ),

  // Only the desktop shell has these; the other host answers `{desktop: null}`.
  'desktop.get': everyone(z.object({}), desktopAnswer),
  'desktop.update': everyone(desktopChangeSchema, desktopAnswer),
} as const
