import { createServer } from 'node:http'
import BetterSqlite3, { type Statement } from 'better-sqlite3'
import { CARD_COLUMNS } from '../../src-main/engine/ledger/card-row.ts'

// The yardstick of `list`: the same rows by the same SQL, stringified, and nothing else. Arguments: the database file.
// `/?page=&status=&sort=` is a page of the list, `/<card's id>` one card.
const sqlite = new BetterSqlite3(process.argv[2] ?? '', { readonly: true })
const COLUMNS = CARD_COLUMNS.join(', ')
const ORDERS = { created: 'created_at DESC, seq DESC', driver: 'driver ASC NULLS LAST, seq ASC' }
const byId = sqlite.prepare(`SELECT ${COLUMNS} FROM card WHERE id = ? AND project_key = 1`)
const statements = new Map<string, Statement>()

function prepared(sql: string): Statement {
  const statement = statements.get(sql) ?? sqlite.prepare(sql)
  statements.set(sql, statement)
  return statement
}

function pageOf(query: URLSearchParams): object {
  const status = query.get('status')
  const where = `project_key = 1${status === null ? '' : ' AND status = ?'}`
  const given = status === null ? [] : [status]
  const order = query.get('sort') === 'driver' ? ORDERS.driver : ORDERS.created
  const page = prepared(`SELECT ${COLUMNS} FROM card WHERE ${where} ORDER BY ${order} LIMIT 50 OFFSET ?`)
  const total = prepared(`SELECT coalesce(sum(count), 0) AS total FROM card_count WHERE ${where}`)
  return { docs: page.all(...given, (Number(query.get('page') ?? 1) - 1) * 50), ...(total.get(...given) as object) }
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const body = JSON.stringify(pathname === '/' ? pageOf(searchParams) : byId.get(pathname.slice(1)))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '')
})
