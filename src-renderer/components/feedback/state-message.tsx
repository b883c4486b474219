import { Box, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CrossedError } from '../../../src-preload/contract.ts'
import { errorWords, type ErrorWords } from '../../client/error-words.ts'
import { text } from '../../locales/messages.ts'
import { CopyButton } from '../button/copy-button.tsx'
import { Icon, type IconName } from '../icon.tsx'
import { ErrorText } from './error-text.tsx'
import styles from './state-message.module.css'

interface StateMessageProps {
  icon: IconName
  title: string
  text?: ErrorWords | string
  trouble?: boolean
  children?: ReactNode
}

/** Takes the place of missing content: why there is none, and what to do about it. */
export function StateMessage({ icon, title, text: words, trouble = false, children }: StateMessageProps) {
  return (
    <div className={trouble ? `${styles.box} ${styles.trouble}` : styles.box} role={trouble ? 'alert' : undefined}>
      <span className={styles.mark}>
        <Icon name={icon} size={22} />
      </span>
      <Box component="h2" m={0} fz="lg" fw={600}>
        {title}
      </Box>
      {words !== undefined && (
        <p className={styles.text}>
          <ErrorText words={words} />
        </p>
      )}
      {children}
    </div>
  )
}

/** An error as a person needs it: what happened, what it means, what to do, and the request id for support. */
export function ErrorMessage({
  title,
  meaning,
  error,
  onRetry,
}: {
  title: string
  meaning?: string
  error: CrossedError
  onRetry: () => void
}) {
  return (
    <StateMessage icon="alert" trouble title={title} text={errorWords(error)}>
      {meaning !== undefined && <p className={styles.text}>{meaning}</p>}
      <Button variant="default" leftSection={<Icon name="refresh" />} onClick={onRetry}>
        {text('retry')}
      </Button>
      {error.requestId !== '' && (
        <span className={styles.request}>
          {text('error.requestId')} <code>{error.requestId}</code>
          <CopyButton value={error.requestId} />
        </span>
      )}
    </StateMessage>
  )
}
