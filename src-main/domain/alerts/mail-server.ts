import { z } from 'zod'
import { line, text } from '../text.ts'

/**
 * How the connection to the mail server is protected: `tls` from the first byte (usually port 465), `starttls` before
 * anything is sent (usually 587), or `none`, which takes no password except on this machine.
 */
export const MAIL_SECURITIES = ['starttls', 'tls', 'none'] as const
export type MailSecurity = (typeof MAIL_SECURITIES)[number]

const mailAddressSchema = line().trim().max(254).pipe(z.email())

/** The mail server as an administrator enters it. */
export const mailServerInputSchema = z.object({
  /** A name or an address; it may be private. */
  host: line()
    .trim()
    .min(1)
    .max(253)
    .regex(/^[A-Za-z0-9._:[\]-]+$/),
  port: z.int().min(1).max(65_535),
  security: z.enum(MAIL_SECURITIES),
  /** Null for a server without sign-in. */
  user: line().trim().min(1).max(320).nullable(),
  /** Left out, the stored one stays, unless host, port or user change. */
  password: text().min(1).max(1_000).optional(),
  fromAddress: mailAddressSchema,
  fromName: line().trim().min(1).max(100),
})
export type MailServerInput = z.infer<typeof mailServerInputSchema>

/** Why a mail was not sent. */
const MAIL_PROBLEMS = [
  /** The name has no address, or nothing listens there. */
  'unreachable',
  'timeout',
  /** The certificate is not trusted, or belongs to another name. */
  'certificate',
  /** The server does not offer the wanted protection. */
  'no_tls',
  'sign_in',
  'sender_refused',
  'recipient_refused',
  /** The server refused it for another reason. */
  'refused',
  /** The server asked to try again later. */
  'later',
  /** The stored password cannot be opened; it must be entered again. */
  'password_lost',
  'other',
] as const
export const mailProblemSchema = z.object({
  code: z.enum(MAIL_PROBLEMS),
  /** The server's own words, if it gave any. */
  message: z.string().nullable(),
})
export type MailProblem = z.infer<typeof mailProblemSchema>

/** The mail server for display; the password stays inside. */
export const mailServerSchema = mailServerInputSchema.omit({ password: true }).extend({
  hasPassword: z.boolean(),
  /** Mails that wait, retries included. */
  waiting: z.int().min(0),
  lastSentAt: z.string().nullable(),
  /** The latest failure; null once a later mail was sent. */
  problem: mailProblemSchema.extend({ at: z.string() }).nullable(),
})
export type MailServer = z.infer<typeof mailServerSchema>

export const mailTestSchema = z.object({ to: z.string(), problem: mailProblemSchema.nullable() })
export type MailTest = z.infer<typeof mailTestSchema>
