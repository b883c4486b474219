import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailServerInput } from '../../../src-main/domain/alerts/mail-server.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/tls')
/** The receiver's certificate, for `localhost`, which no authority known to this machine has signed. */
export const SMTP_CERTIFICATE = readFileSync(join(FIXTURES, 'cert.pem'), 'utf8')

interface ReceivedMail {
  from: string
  to: string[]
  /** As sent, headers and body. */
  raw: string
  /** Whether the connection was encrypted, and who had signed in. */
  secure: boolean
  user: string | null
}

export interface SmtpReceiver {
  readonly port: number
  readonly mails: ReceivedMail[]
  close(): void
  /** Connections opened to it. */
  connections(): number
  /** Resolves once that many mails have arrived in total. */
  arrived(count: number): Promise<ReceivedMail[]>
  /** A mail server's settings that lead here. */
  input(changes?: Partial<MailServerInput>): MailServerInput
}

/** A real mail server on a free loopback port; `options` are those of the library smtp-server. */
export async function openSmtpReceiver(options: SMTPServerOptions = {}): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  let waiting: { count: number; resolve: (mails: ReceivedMail[]) => void }[] = []
  const server = new SMTPServer({
    cert: SMTP_CERTIFICATE,
    key: readFileSync(join(FIXTURES, 'key.pem')),
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      password === PASSWORD ? done(null, { user: username }) : done(new Error('Wrong password')),
    onData: (stream, session, done) => {
      let raw = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => (raw += chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom === false ? '' : (mailFrom?.address ?? ''),
          to: rcptTo.map(({ address }) => address),
          raw,
          secure: session.secure,
          user: typeof session.user === 'string' ? session.user : null,
        })
        done()
        const met = waiting.filter(({ count }) => mails.length >= count)
        waiting = waiting.filter(({ count }) => mails.length < count)
        for (const { resolve } of met) resolve([...mails])
      })
    },
    ...options,
  })
  // A client that distrusts the certificate breaks the connection off.
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    mails,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
    connections: () => connections,
    arrived: (count) =>
      mails.length >= count
        ? Promise.resolve([...mails])
        : new Promise((resolve) => void waiting.push({ count, resolve })),
    input: (changes) => ({
      host: '127.0.0.1',
      port,
      security: 'none',
      user: null,
      fromAddress: 'desk@fleet.example',
      fromName: 'Fuelcard Desk',
      ...changes,
    }),
  }
}

/** The only password the receiver takes. */
export const PASSWORD = 'correct horse battery staple'

/** A header's value, unfolded and with encoded words decoded (RFC 2047, UTF-8 only). */
export function headerOf(raw: string, name: string): string | null {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const line = lines.find((candidate) => candidate.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return line === undefined ? null : decodeWords(line.slice(name.length + 1).trim())
}

/** All header names, as received. */
export function headerNames(raw: string): string[] {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  return head
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => line.slice(0, line.indexOf(':')))
}

/** The decoded text or HTML part. */
export function partOf(raw: string, type: 'text/plain' | 'text/html'): string {
  const boundary = /boundary="?([^"\r\n;]+)/.exec(raw)?.[1] ?? ''
  const part = raw.split(`--${boundary}`).find((candidate) => candidate.includes(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n').replace(/\r\n$/, '')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  return /quoted-printable/i.test(head) ? unquoted(body) : body
}

function unquoted(body: string): string {
  const joined = body.replaceAll(/=\r\n/g, '')
  const bytes: number[] = []
  for (let at = 0; at < joined.length; at += 1) {
    const code = joined[at] === '=' ? Number.parseInt(joined.slice(at + 1, at + 3), 16) : joined.charCodeAt(at)
    if (joined[at] === '=') at += 2
    bytes.push(code)
  }
  return Buffer.from(bytes).toString('utf8')
}

function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_whole, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString('utf8') : unquoted(text.replaceAll('_', ' ')),
    )
}
