import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseError } from '../database-error.ts'

/** The schemas of a store, each with a login that reaches no other. */
export const SCHEMAS = ['control', 'sandbox', 'production'] as const
export type SchemaName = (typeof SCHEMAS)[number]

/** Where one login finds its schema. */
export interface SchemaAddress {
  /** Tried in turn until one takes writes. */
  hosts: readonly { host: string; port: number }[]
  database: string
  user: string
  /** Undefined where the driver looks for one: `PGPASSWORD`, `PGPASSFILE`. */
  password: string | undefined
  /** `verify-full` unless the URL says otherwise; only a server on this machine may be reached without TLS. */
  tls: 'verify-full' | 'require' | 'off'
  /** PEM of the authority that signed the server's certificate; undefined for the system's own. */
  authority: string | undefined
}

/** The three logins of a store. */
export type StoreAddress = Readonly<Record<SchemaName, SchemaAddress>>

const DEFAULT_PORT = 5432
const URL_FORM = /^postgres(?:ql)?:\/\/(?:([^:@/]+)(?::([^@/]*))?@)?([^/?]+)\/([^?]+)(?:\?(.*))?$/

/**
 * Reads `--store`: a `postgres://` URL without a password, or the file that `store prepare` wrote.
 *
 * @throws DatabaseError `unreadable` in words for the person who typed it
 */
export function readStoreAddress(given: string): StoreAddress {
  if (!/^postgres(ql)?:/.test(given)) return readStoreFile(given)
  const address = readUrl(given, given)
  if (address.password !== undefined)
    throw unusable(given, 'A password does not belong in an argument: use PGPASSFILE, or the file of store prepare')
  return everySchema((schema) => ({ ...address, user: `fuelcard_${schema}` }))
}

/** @throws DatabaseError when others than its owner can read the file, or it does not name the three logins */
function readStoreFile(file: string): StoreAddress {
  let text: string
  try {
    if (process.platform !== 'win32' && (statSync(file).mode & othersOf(file)) !== 0)
      throw unusable(file, `Others than its owner can read ${file}, which contains passwords: chmod 600 ${file}`)
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw unusable(file, `The store's file ${file} cannot be read`, error)
  }
  const urls = new Map(text.split('\n').map((line) => splitOnce(line.trim(), '=')))
  return everySchema((schema) => {
    const url = urls.get(schema)
    if (url === undefined || url === '') throw unusable(file, `${file} does not name the login of ${schema}`)
    return readUrl(url, file)
  })
}

/**
 * A credential of systemd may be readable by the service through an access list, which shows as the mode of its group.
 */
function othersOf(file: string): number {
  return dirname(file) === process.env['CREDENTIALS_DIRECTORY'] ? 0o037 : 0o077
}

/** One URL with its login, for `store prepare` and for migrations. */
export function readUrl(url: string, source: string): SchemaAddress {
  const [, user = '', password, hosts = '', database = '', query = ''] = URL_FORM.exec(url) ?? []
  if (hosts === '') throw unusable(source, `${source}: expected postgres://host[:port][,host[:port]]/database`)
  const options = new URLSearchParams(query)
  const list = hosts.split(',').map((part) => {
    const [, host = '', port] = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/.exec(part) ?? []
    if (host === '') throw unusable(source, `${source}: ${part} is not a host`)
    return { host: host.replaceAll(/^\[|\]$/g, ''), port: port === undefined ? DEFAULT_PORT : Number(port) }
  })
  for (const [name, value] of options)
    if (!(name in OPTIONS) || !(OPTIONS[name]?.includes(value) ?? true))
      throw unusable(source, `${source}: ${name}=${value} is not supported here`)
  const mode = options.get('sslmode')
  const local = list.every(({ host }) => LOCAL.test(host))
  const authorityFile = options.get('sslrootcert')
  return {
    hosts: list,
    database: decodeURIComponent(database),
    user: decodeURIComponent(user),
    password: password === undefined ? undefined : decodeURIComponent(password),
    tls: mode === 'disable' || (mode === null && local) ? 'off' : mode === 'require' ? 'require' : 'verify-full',
    authority: authorityFile === null ? undefined : readFileSync(authorityFile, 'utf8'),
  }
}

/** What a URL may say besides; any value where none is listed. */
const OPTIONS: Readonly<Record<string, readonly string[] | undefined>> = {
  target_session_attrs: ['read-write', 'primary', 'any'],
  sslmode: ['disable', 'require', 'verify-full'],
  sslrootcert: undefined,
}
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|::1)$|^\//

function everySchema(of: (schema: SchemaName) => SchemaAddress): StoreAddress {
  return { control: of('control'), sandbox: of('sandbox'), production: of('production') }
}

function splitOnce(text: string, at: string): [string, string] {
  const index = text.indexOf(at)
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

function unusable(place: string, message: string, cause?: unknown): DatabaseError {
  return new DatabaseError('missing', place, message, cause)
}
