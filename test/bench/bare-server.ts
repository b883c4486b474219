import { createServer } from 'node:http'
import BetterSqlite3 from 'better-sqlite3'

// The yardstick of `list`: the same rows by the same SQL, stringified, and nothing else. Arguments: the database file.
const sqlite = new BetterSqlite3(process.argv[2] ?? '', { readonly: true })
const page = sqlite.prepare(`SELECT id, card_number, provider_card_id, status, license_plate, driver, expiration_date,
  auth_gasoline, auth_diesel, auth_lpg, auth_heating_oil, sync_status, sync_error_message, last_synced_at, created_at, updated_at
  FROM card WHERE project_key = 1 ORDER BY created_at DESC, seq DESC LIMIT 50`)
const total = sqlite.prepare('SELECT coalesce(sum(count), 0) AS total FROM card_count WHERE project_key = 1')

const server = createServer((_request, response) => {
  const body = JSON.stringify({ docs: page.all(), ...(total.get() as object) })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '')
})
