import { Button, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { webhookUrlProblem } from '../../../../src-main/domain/webhooks/webhook-url.ts'
import { LONGEST_WEBHOOK_URL } from '../../../../src-main/domain/webhook.ts'
import type { EnvironmentName } from '../../../../src-main/domain/environment-name.ts'
import type { ErrorWords } from '../../../client/error-words.ts'
import { Icon } from '../../../components/icon.tsx'
import { fieldError } from '../../../components/feedback/error-text.tsx'
import { text } from '../../../locales/messages.ts'
import styles from './endpoint.module.css'

/** Typing is not corrected mid-word. */
const PAUSE_MS = 500

interface UrlFieldProps {
  value: string
  environment: EnvironmentName
  /** Null without a built-in receiver, or while nothing listens for it. */
  inboxUrl: string | null
  /** The form was submitted: now an empty field is a problem, too. */
  judged: boolean
  /** Why the service refused the submitted address. */
  refused: ErrorWords | null
  /** The address differs from the stored one, so its state is unknown. */
  changes: boolean
  onChange: (value: string) => void
}

/** The address, validated while typing; in the sandbox a button fills in the inbox's. */
export function UrlField({ value, environment, inboxUrl, judged, refused, changes, onChange }: UrlFieldProps) {
  const [settled] = useDebouncedValue(value, PAUSE_MS)
  const url = value.trim()
  const problem = webhookUrlProblem(url, environment)
  const shown = problem !== null && (judged || (url !== '' && settled === value))
  return (
    <div className={styles.urlField}>
      <TextInput
        data-autofocus
        label={text('webhook.url')}
        description={text(`webhook.url.hint.${environment}`)}
        placeholder={text('webhook.url.example')}
        classNames={{ input: styles.urlInput ?? '' }}
        value={value}
        maxLength={LONGEST_WEBHOOK_URL}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        error={shown ? text(`webhook.url.${problem}`) : fieldError(refused)}
        rightSection={
          problem === null && refused === null ? <Icon name="check" size={16} className={styles.fine} /> : null
        }
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {inboxUrl !== null && url !== inboxUrl && (
        <Button
          ms={-8}
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="inbox" size={16} />}
          onClick={() => onChange(inboxUrl)}
        >
          {text('webhook.url.inbox')}
        </Button>
      )}
      {inboxUrl !== null && url === inboxUrl && (
        <Text c="dimmed" fz="xs" lh={1.5}>
          {text('webhook.url.isInbox')}
        </Text>
      )}
      {changes && problem === null && (
        <Text c="dimmed" fz="xs" lh={1.5}>
          {text('webhook.url.changes')}
        </Text>
      )}
    </div>
  )
}
