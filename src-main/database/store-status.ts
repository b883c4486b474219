/** Where a store on a server lies, so that a restored one is known. */
export interface StoreOrigin {
  /** The server's own number, which its standbys have as well. */
  system: string
  /** The number of the database on it. */
  database: string
  /** Another one since the server last came out of a recovery: as a promoted standby, or as a restored backup. */
  timeline: string
  /** Whether the server's recovery was to end at some moment. */
  wasCutShort: boolean
}

/** How a store on a server is, as this instance sees it. */
export interface StoreStatus {
  /** Where it lies, without a password. */
  place: string
  pool: { open: number; idle: number; waiting: number; size: number }
  /** Since the notes of other instances were last read. */
  noteLagMs: number
  /** What the server says of itself; null when it does not answer in time. */
  server: ServerStatus | null
}

export interface ServerStatus {
  version: string
  isPrimary: boolean
  takesWrites: boolean
  /** The protocol's version; null without TLS. */
  tls: string | null
  /** The role that this connection is logged in as. */
  login: string
  schema: SchemaState
  /** As configured; empty without synchronous replication. */
  synchronousStandbyNames: string
  /** Whether a commit is answered only once a standby has it, too. */
  waitsForStandby: boolean
  /** Whether the login may see more of a standby than its name. */
  maySeeStandbys: boolean
  standbys: StandbyStatus[]
}

/** Whether the schema has gone through the migrations of this version, or through others. */
export type SchemaState = 'current' | 'behind' | 'newer' | 'foreign'

export interface StandbyStatus {
  name: string
  address: string | null
  /** PostgreSQL's word, such as `streaming`. */
  state: string | null
  /** PostgreSQL's word: `sync`, `async`, `quorum` or `potential`. */
  sync: string | null
  /** How long its confirmations take; null when nothing has been written for a while. */
  lagMs: number | null
  /** What it has yet to replay. */
  lagBytes: number | null
}
