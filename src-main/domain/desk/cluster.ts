import { z } from 'zod'
import { timestampSchema } from '../card.ts'
import { ENVIRONMENT_NAMES } from '../environment-name.ts'

const database = z.enum(['control', ...ENVIRONMENT_NAMES])
const count = z.int().min(0)

const instanceSchema = z.object({
  id: z.string(),
  /** The name of its machine. */
  address: z.string(),
  version: z.string(),
  startedAt: timestampSchema,
  seenAt: timestampSchema,
  /** Set by an instance that ended in order. */
  endedAt: timestampSchema.nullable(),
  /** `unseen`: it has not shown for 15 s that it lives, so others take its work over. */
  state: z.enum(['alive', 'ended', 'unseen']),
  /** Whether it is the one that answers this call. */
  answers: z.boolean(),
})

const dutySchema = z.object({
  database,
  name: z.string(),
  /** Null while nobody has it: the next instance that finds something to do takes it. */
  holderId: z.string().nullable(),
  /** When it lapses unless its holder renews it. */
  until: timestampSchema.nullable(),
})

const databaseSchema = z.object({
  name: database,
  /** Where it lies, without a password. */
  place: z.string(),
  /** Whether the server answered within two seconds, to this instance and through this login. */
  answers: z.boolean(),
  /** The connections of the instance that answers this call. */
  pool: z.object({ open: count, idle: count, waiting: count, size: count }),
  /** Since the notes of other instances were last read. */
  noteLagMs: count,
  /** Whether the schema has gone through the migrations of this version; null when the server does not answer. */
  schema: z.enum(['current', 'behind', 'newer', 'foreign']).nullable(),
})

const standbySchema = z.object({
  name: z.string(),
  address: z.string().nullable(),
  /** PostgreSQL's words, such as `streaming` and `sync`; null without the right to see them. */
  state: z.string().nullable(),
  sync: z.string().nullable(),
  lagMs: z.number().nullable(),
  lagBytes: z.number().nullable(),
})

const serverSchema = z.object({
  version: z.string(),
  isPrimary: z.boolean(),
  takesWrites: z.boolean(),
  /** The protocol's version, such as `TLSv1.3`; null without TLS. */
  tls: z.string().nullable(),
  login: z.string(),
  /** As configured; empty without synchronous replication. */
  synchronousStandbyNames: z.string(),
  /** Whether a commit is answered only once a standby has it, so that losing the server loses nothing answered. */
  waitsForStandby: z.boolean(),
  /** Whether the login may see more of a standby than its name. */
  maySeeStandbys: z.boolean(),
  standbys: z.array(standbySchema),
})

/** How a service on several machines is, as the instance that answers sees it. */
export const clusterSchema = z.object({
  /** The time of the store, in which all of its times are. */
  now: timestampSchema,
  /** Instances of the last 24 hours, oldest first, and only the last ten that ended; none while no database answers. */
  instances: z.array(instanceSchema),
  duties: z.array(dutySchema),
  databases: z.array(databaseSchema),
  /** Null when it does not answer. */
  server: serverSchema.nullable(),
})

export type Cluster = z.infer<typeof clusterSchema>
