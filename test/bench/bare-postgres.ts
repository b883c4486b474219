import { createServer } from 'node:http'
import { Pool } from 'pg'

// The yardstick of `reach`: a page of the list by the same SQL over the same driver, stringified, and nothing else.
// Arguments: the URL of the sandbox login. `/?page=` is a page of the list.
const pool = new Pool({ connectionString: process.argv[2], max: 10 })
const COLUMNS = `id, card_number, provider_card_id, status, license_plate, driver, expiration_date,
  auth_gasoline, auth_diesel, auth_lpg, auth_heating_oil, sync_status, sync_error_message, last_synced_at, created_at, updated_at`
const PAGE = {
  name: 'page',
  text: `SELECT ${COLUMNS} FROM sandbox.card WHERE project_key = 1 ORDER BY created_at DESC, seq DESC LIMIT 50 OFFSET $1`,
}
const TOTAL = {
  name: 'total',
  text: 'SELECT coalesce(sum(count), 0) AS total FROM sandbox.card_count WHERE project_key = 1',
}

async function pageOf(number: number): Promise<string> {
  const [docs, total] = await Promise.all([pool.query({ ...PAGE, values: [(number - 1) * 50] }), pool.query(TOTAL)])
  return JSON.stringify({ docs: docs.rows, total: Number(total.rows[0].total) })
}

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const answer = async () => {
    const body = await pageOf(Number(searchParams.get('page') ?? 1))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }
  void answer()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '')
})
