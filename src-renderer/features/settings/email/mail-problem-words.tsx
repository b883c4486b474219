import { Box } from '@mantine/core'
import type { MailProblem } from '../../../../src-main/domain/alerts/mail-server.ts'
import { text } from '../../../locales/messages.ts'

/** What is wrong and what to do, and the mail server's own words beneath. */
export function MailProblemWords({ problem: { code, message } }: { problem: MailProblem }) {
  return (
    <>
      <p>{text(`mail.problem.${code}`)}</p>
      {message !== null && (
        <Box component="p" c="dimmed" fz="xs" lang="en" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Box>
      )}
    </>
  )
}
