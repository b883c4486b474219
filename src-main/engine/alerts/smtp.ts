import type { MailProblem, MailSecurity } from '../../domain/alerts/mail-server.ts'

/** A mail server with the password in clear, for the length of one connection. */
export interface SmtpServer {
  host: string
  port: number
  security: MailSecurity
  user: string | null
  password: string | null
  fromAddress: string
  fromName: string
}

/** A mail as it goes out; every header value is one line. */
export interface OutgoingMail {
  /** Without angle brackets and domain. The same for every attempt, so that receivers recognise a repetition. */
  id: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/** Limits for a server that is slow or silent, in milliseconds. */
export interface SmtpLimits {
  /** To connect, and to get the greeting. */
  connectMs: number
  /** Without any sign of life. */
  idleMs: number
  /** For the whole mail, however busily the server dribbles. */
  totalMs: number
}

const SMTP_LIMITS: SmtpLimits = { connectMs: 10_000, idleMs: 20_000, totalMs: 60_000 }

/** Sends one mail; rejects with `MailRefused` for every failure. */
export type SendMail = (
  server: SmtpServer,
  mail: OutgoingMail,
  extraCa: readonly string[],
  signal?: AbortSignal,
) => Promise<void>

/** A mail that was not sent, as far as known: the server may have taken it before the connection broke. */
export class MailRefused extends Error {
  readonly problem: MailProblem
  /** Whether other mails would fail alike. */
  readonly concernsServer: boolean
  /** Whether trying this mail again is pointless. */
  readonly final: boolean
  constructor(problem: MailProblem, { concernsServer, final }: { concernsServer: boolean; final: boolean }) {
    super(problem.message ?? problem.code)
    this.problem = problem
    this.concernsServer = concernsServer
    this.final = final
  }
}

/** Loads the mail library only once a mail is sent. */
export function createSmtp(limits: SmtpLimits = SMTP_LIMITS): SendMail {
  return async (server, mail, extraCa, signal) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      host: server.host.replace(/^\[|\]$/g, ''),
      port: server.port,
      secure: server.security === 'tls',
      requireTLS: server.security === 'starttls',
      ignoreTLS: server.security === 'none',
      ...(server.user !== null && server.password !== null
        ? { auth: { user: server.user, pass: server.password } }
        : {}),
      tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(await trusted(extraCa)) },
      dnsTimeout: limits.connectMs,
      connectionTimeout: limits.connectMs,
      greetingTimeout: limits.connectMs,
      socketTimeout: limits.idleMs,
      socketCloseTimeout: 1_000,
      // Replies are quoted to a person; more than this is not a reply.
      maxResponseSize: 64 * 1024,
      disableFileAccess: true,
      disableUrlAccess: true,
      logger: false,
    })
    const timeout = AbortSignal.timeout(limits.totalMs)
    try {
      await transport.sendMail({
        from: { name: server.fromName, address: server.fromAddress },
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.id}@${server.fromAddress.slice(server.fromAddress.lastIndexOf('@') + 1)}>`,
        // RFC 3834, and what Exchange looks at: no out-of-office answers to a machine.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      })
    } catch (error) {
      throw refusalOf(error as SmtpError, server.password)
    } finally {
      transport.close()
    }
  }
}

/** Trusts the system's authorities as well as the given ones; `ca` alone would replace them. */
async function trusted(extraCa: readonly string[]): Promise<{ ca?: string[] }> {
  if (extraCa.length === 0) return {}
  const { getCACertificates } = await import('node:tls')
  return { ca: [...getCACertificates('default'), ...extraCa] }
}

/** The fields of the library's errors that are read here. */
interface SmtpError extends Error {
  code?: string
  /** Of the socket error underneath. */
  originalCode?: string
  command?: string
  responseCode?: number
  response?: string
}

function refusalOf(error: SmtpError, password: string | null): MailRefused {
  const said = error.response ?? (error.code === 'EABORT' ? null : error.message)
  // A careless server may repeat what it was sent.
  const words = said === null || password === null ? said : said.replaceAll(password, '***')
  const message = words?.replaceAll(/\s+/g, ' ').trim().slice(0, 300) ?? null
  const concernsMail = (error.command === 'RCPT TO' || error.command === 'DATA') && error.responseCode !== undefined
  return new MailRefused(
    { code: codeOf(error), message },
    {
      concernsServer: !concernsMail || error.responseCode === 421,
      final: concernsMail && (error.responseCode ?? 0) >= 500 && error.responseCode !== 503,
    },
  )
}

function codeOf({ code, originalCode, command, responseCode = 0 }: SmtpError): MailProblem['code'] {
  if (code === 'EAUTH' || code === 'ENOAUTH' || responseCode === 530) return 'sign_in'
  if (code === 'EABORT' || code === 'ETIMEDOUT') return 'timeout'
  if (code === 'ETLS' || originalCode === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'no_tls'
  if (originalCode !== undefined && CERTIFICATE_CODES.test(originalCode)) return 'certificate'
  if (code === 'EDNS' || code === 'ECONNECTION' || code === 'ESOCKET') return 'unreachable'
  if (responseCode >= 400 && responseCode < 500) return 'later'
  if (responseCode < 500) return 'other'
  return command === 'MAIL FROM' ? 'sender_refused' : command === 'RCPT TO' ? 'recipient_refused' : 'refused'
}

/** Names of verification errors, from Node's documentation of X.509 certificate error codes. */
const CERTIFICATE_CODES = /CERT|^UNABLE_TO_|^INVALID_(CA|PURPOSE)$|^HOSTNAME_MISMATCH$|^PATH_LENGTH_EXCEEDED$|^CRL_/
