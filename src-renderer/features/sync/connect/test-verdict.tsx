import type { CallOutput } from '../../../../src-preload/contract.ts'
import { Notice } from '../../../components/feedback/notice.tsx'
import { text } from '../../../locales/messages.ts'
import styles from './connect.module.css'

/** What a test of the connection found, and what to do about it; the service's own words beneath. */
export function TestVerdict({ verdict: { result, message, name } }: { verdict: CallOutput<'provider.test'> }) {
  if (result === 'ok')
    return (
      <Notice
        tone="active"
        icon="circleCheck"
        title={name === null ? text('connect.result.ok') : text('connect.result.ok.named', { name })}
      />
    )
  return (
    <Notice tone={result === 'no_cards' ? 'pending' : 'failed'} icon="alert" title={text(`connect.result.${result}`)}>
      <p>{text(`connect.result.${result}.text`)}</p>
      {result !== 'no_cards' && (
        <p className={styles.words} lang="en">
          {message}
        </p>
      )}
    </Notice>
  )
}
