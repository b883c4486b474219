import type { MailServer } from '../../../../src-main/domain/alerts/mail-server.ts'
import { Notice } from '../../../components/feedback/notice.tsx'
import { formatDay, plural, text } from '../../../locales/messages.ts'
import { MailProblemWords } from './mail-problem-words.tsx'

/** Whether mail goes out, and what is wrong if it does not. */
export function MailState({ server: { problem, waiting, lastSentAt } }: { server: MailServer }) {
  if (problem !== null)
    return (
      <Notice tone="failed" icon="alert" title={text('mail.failing', { time: formatDay(problem.at) })}>
        <MailProblemWords problem={problem} />
        {waiting > 0 && <p>{plural('mail.waiting', waiting)}</p>}
      </Notice>
    )
  return (
    <Notice
      tone="active"
      icon="circleCheck"
      title={lastSentAt === null ? text('mail.ready') : text('mail.lastSent', { time: formatDay(lastSentAt) })}
    />
  )
}
