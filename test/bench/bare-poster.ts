import BetterSqlite3 from 'better-sqlite3'
import { Pool } from 'undici'

// The yardstick of `deliveries`: posts the same bodies and stores nothing. Arguments: receiver, database file,
// connections, how many.
const [receiver = '', file = '', connections = '4', amount = '1000'] = process.argv.slice(2)
const sqlite = new BetterSqlite3(file, { readonly: true })
const messages = sqlite.prepare('SELECT id, body FROM event ORDER BY seq LIMIT 1000').all() as {
  id: string
  body: string
}[]
sqlite.close()

const pool = new Pool(receiver, { connections: Number(connections), pipelining: 1 })
let next = 0
async function post(): Promise<void> {
  while (next < Number(amount)) {
    const message = messages[next++ % messages.length]
    if (message === undefined) throw new Error('There is no event to post')
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'FuelcardDesk/0.0.0',
      'webhook-id': message.id,
      'webhook-timestamp': '1772442927',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      'X-Webhook-Signature': 't=1772442927,v1=8d3f4c9a7b1e2d5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7',
    }
    const response = await pool.request({ method: 'POST', path: '/hook', headers, body: message.body })
    await response.body.text()
  }
}
const started = performance.now()
await Promise.all(Array.from({ length: Number(connections) }, post))
console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000 }))
await pool.close()
