import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { MailServerInput } from '../../../../src-main/domain/alerts/mail-server.ts'
import { createSmtp, MailRefused, type OutgoingMail, type SmtpServer } from '../../../../src-main/engine/alerts/smtp.ts'
import {
  headerNames,
  headerOf,
  partOf,
  PASSWORD,
  SMTP_CERTIFICATE,
  startSmtpReceiver,
} from '../../../support/mail/smtp-receiver.ts'

const send = createSmtp()
/** Gives up early, so that a server that hangs costs a test little. */
const hasty = createSmtp({ connectMs: 300, idleMs: 300, totalMs: 600 })

const MAIL: OutgoingMail = {
  id: '8d1f1c2e-0d0c-4a57-9d44-0f6a2f6f3a11',
  to: { name: 'Anna Müller', address: 'anna@fleet.example' },
  subject: 'Flotte: Läuft bald ab',
  text: 'Grüße, Anna\n',
  html: '<p>Grüße, Anna</p>',
}

const serverOf = ({ password = '', ...input }: MailServerInput): SmtpServer => ({
  ...input,
  password: password === '' ? null : password,
})

async function refusal(server: SmtpServer, ca: readonly string[] = [], by = send): Promise<MailRefused> {
  const error = await by(server, MAIL, ca).then(
    () => null,
    (failure: unknown) => failure,
  )
  if (!(error instanceof MailRefused)) throw new Error(`Expected a refusal, got ${String(error)}`)
  return error
}

test.each(['starttls', 'tls'] as const)('a mail arrives encrypted and signed in over %s', async (security) => {
  const receiver = await startSmtpReceiver({ secure: security === 'tls', authOptional: false })
  await send(serverOf(receiver.input({ security, user: 'desk', password: PASSWORD })), MAIL, [SMTP_CERTIFICATE])
  const [mail] = await receiver.arrived(1)
  expect(mail).toMatchObject({ from: 'desk@fleet.example', to: ['anna@fleet.example'], secure: true, user: 'desk' })
  expect(headerOf(mail?.raw ?? '', 'Subject')).toBe('Flotte: Läuft bald ab')
  expect(headerOf(mail?.raw ?? '', 'From')).toBe('Fuelcard Desk <desk@fleet.example>')
  expect(headerOf(mail?.raw ?? '', 'To')).toBe('Anna Müller <anna@fleet.example>')
  expect(headerOf(mail?.raw ?? '', 'Message-ID')).toBe(`<${MAIL.id}@fleet.example>`)
  expect(headerOf(mail?.raw ?? '', 'Auto-Submitted')).toBe('auto-generated')
  expect(partOf(mail?.raw ?? '', 'text/plain')).toBe('Grüße, Anna\r\n')
  expect(partOf(mail?.raw ?? '', 'text/html')).toBe('<p>Grüße, Anna</p>')
})

test('the password never leaves before the connection is protected', async () => {
  const lines: string[] = []
  const port = await lineServer((socket) => {
    socket.write('220 here\r\n')
    socket.on('data', (chunk: Buffer) => {
      lines.push(chunk.toString('utf8'))
      // Offers sign-in, but no STARTTLS, as an attacker in the middle would.
      if (chunk.toString('utf8').startsWith('EHLO')) socket.write('250-here\r\n250 AUTH PLAIN LOGIN\r\n')
      else socket.write('502 no\r\n')
    })
  })
  const { problem, concernsServer, final } = await refusal({
    ...serverOf({
      host: '127.0.0.1',
      port,
      security: 'starttls',
      user: 'desk',
      fromAddress: 'a@b.example',
      fromName: 'A',
    }),
    password: PASSWORD,
  })
  expect({ code: problem.code, concernsServer, final }).toEqual({ code: 'no_tls', concernsServer: true, final: false })
  expect(lines.join('')).not.toContain('AUTH')
})

test('a certificate that nobody vouches for is refused, unless it was added to the trusted ones', async () => {
  const receiver = await startSmtpReceiver()
  const server = serverOf(receiver.input({ security: 'starttls' }))
  expect((await refusal(server)).problem.code).toBe('certificate')
  await send(server, MAIL, [SMTP_CERTIFICATE])
  await receiver.arrived(1)
})

test('a wrong password is told as such, and is not repeated in the words', async () => {
  const receiver = await startSmtpReceiver({
    onAuth: ({ password }, _session, done) => done(new Error(`Not the password: ${password}`)),
  })
  const { problem, concernsServer } = await refusal(
    serverOf(receiver.input({ security: 'starttls', user: 'desk', password: 'hunter2!!' })),
    [SMTP_CERTIFICATE],
  )
  expect(problem).toEqual({ code: 'sign_in', message: '535 Not the password: ***' })
  expect(concernsServer).toBe(true)
})

test.each([
  { at: 'onRcptTo', status: 550, code: 'recipient_refused', final: true, concernsServer: false },
  { at: 'onRcptTo', status: 450, code: 'later', final: false, concernsServer: false },
  { at: 'onMailFrom', status: 553, code: 'sender_refused', final: false, concernsServer: true },
  { at: 'onConnect', status: 421, code: 'later', final: false, concernsServer: true },
] as const)('$status at $at is $code', async ({ at, status, ...expected }) => {
  const answer = Object.assign(new Error('No'), { responseCode: status })
  const receiver = await startSmtpReceiver({
    [at]: (...asked: unknown[]) => (asked.at(-1) as (error: Error) => void)(answer),
  })
  const { problem, final, concernsServer } = await refusal(serverOf(receiver.input()))
  expect({ code: problem.code, final, concernsServer }).toEqual(expected)
})

test('a server that accepts the connection and says nothing is left', async () => {
  const port = await lineServer(() => {})
  expect((await refusal(plain(port), [], hasty)).problem.code).toBe('timeout')
})

test('a server that dribbles for ever is left, however busy it looks', async () => {
  const port = await lineServer((socket) => {
    socket.write('220 here\r\n')
    const timer = setInterval(() => socket.write('250-still here\r\n'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  expect((await refusal(plain(port), [], hasty)).problem.code).toBe('timeout')
})

test('nobody listening, and a name without an address, are unreachable', async () => {
  const port = await lineServer(() => {}, true)
  expect((await refusal(plain(port))).problem.code).toBe('unreachable')
  expect((await refusal({ ...plain(25), host: 'nowhere.invalid' })).problem.code).toBe('unreachable')
})

test('a name or a subject with line breaks adds no header and no recipient', async () => {
  const receiver = await startSmtpReceiver()
  const evil = 'x\r\nBcc: thief@evil.example\r\n\r\n<script>'
  await send(
    { ...serverOf(receiver.input()), fromName: evil },
    { ...MAIL, to: { ...MAIL.to, name: evil }, subject: evil },
    [],
  )
  const [mail] = await receiver.arrived(1)
  expect(mail?.to).toEqual(['anna@fleet.example'])
  expect(headerNames(mail?.raw ?? '').map((name) => name.toLowerCase())).not.toContain('bcc')
})

const plain = (port: number): SmtpServer =>
  serverOf({ host: '127.0.0.1', port, security: 'none', user: null, fromAddress: 'a@b.example', fromName: 'A' })

/** A bare TCP server; with `closed`, its port is free again when this resolves. */
async function lineServer(serve: (socket: Socket) => void, closed = false): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  if (closed) {
    close()
    await once(server, 'close')
  } else onTestFinished(close)
  return port
}
