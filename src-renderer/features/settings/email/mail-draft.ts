import type { MailServer, MailServerInput } from '../../../../src-main/domain/alerts/mail-server.ts'

/** The form's fields; an empty user means a server without sign-in. */
export type MailDraft = Required<Omit<MailServerInput, 'user'>> & { user: string }

export function draftOf(server: MailServer | null): MailDraft {
  if (server === null)
    return {
      host: '',
      port: 587,
      security: 'starttls',
      user: '',
      password: '',
      fromAddress: '',
      fromName: 'Fuelcard Desk',
    }
  const { host, port, security, user, fromAddress, fromName } = server
  return { host, port, security, user: user ?? '', password: '', fromAddress, fromName }
}

/** What is sent; without a typed password the stored one stays. */
export function inputOf({ user, password, ...rest }: MailDraft): MailServerInput {
  return {
    ...rest,
    user: user.trim() === '' ? null : user,
    ...(password === '' || user.trim() === '' ? {} : { password }),
  }
}
