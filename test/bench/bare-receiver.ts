import { createServer } from 'node:http'

// Accepts deliveries and answers GET with the times of the first and the last. It stores nothing.
let count = 0
let firstAt = 0
let lastAt = 0
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ count, firstAt, lastAt }))
    count = 0
    return
  }
  request.on('data', () => {})
  request.on('end', () => {
    count += 1
    lastAt = Date.now()
    if (count === 1) firstAt = lastAt
    response.writeHead(200).end('ok')
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '')
})
