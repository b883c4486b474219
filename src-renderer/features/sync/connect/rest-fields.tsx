import { Box, Group, PasswordInput, SegmentedControl, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import type { Provider } from '../../../../src-main/domain/sync/provider.ts'
import type { ErrorWords } from '../../../client/error-words.ts'
import { Icon } from '../../../components/icon.tsx'
import { fieldError } from '../../../components/feedback/error-text.tsx'
import { text } from '../../../locales/messages.ts'
import type { ConnectionDraft, DraftField } from './connection-draft.ts'
import styles from './connect.module.css'

export interface FieldsProps {
  draft: ConnectionDraft
  provider: Provider | null
  missing: readonly DraftField[]
  /** Why the service refused a field of the submitted connection, such as `auth.token`. */
  refused: (field: string) => ErrorWords | null
  onChange: (changes: Partial<ConnectionDraft>) => void
}

/** Address and credentials of a portal; an empty field keeps the stored credential. */
export function RestFields({ draft, provider, missing, refused, onChange }: FieldsProps) {
  const label = useId()
  const [more, setMore] = useState(false)
  const stored = provider?.adapter === 'rest' && provider.hasCredentials && provider.authType === draft.authType
  const problem = (field: DraftField) =>
    missing.includes(field)
      ? text(`connect.missing.${field}`)
      : fieldError(refused(field === 'baseUrl' ? field : `auth.${field}`))
  const moreRefused = refused('auth.tokenUrl') ?? refused('auth.scope')
  const typed = { autoComplete: 'off', spellCheck: false } as const
  const secret = {
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': text('connect.showSecret') },
    ...(stored ? { placeholder: text('connect.kept') } : {}),
  } as const
  return (
    <>
      <TextInput
        data-autofocus
        classNames={{ input: styles.code ?? '' }}
        label={text('connect.baseUrl')}
        description={text('connect.baseUrl.hint')}
        placeholder="https://portal.example.com/v1"
        inputMode="url"
        {...typed}
        value={draft.baseUrl}
        error={problem('baseUrl')}
        onChange={(event) => onChange({ baseUrl: event.currentTarget.value })}
      />
      <Group wrap="nowrap" justify="space-between">
        <Box id={label} component="span" fz="md" fw={500}>
          {text('connect.auth')}
        </Box>
        <SegmentedControl
          aria-labelledby={label}
          size="xs"
          data={[
            { value: 'oauth2', label: text('connect.auth.oauth2') },
            { value: 'bearer', label: text('connect.auth.bearer') },
          ]}
          value={draft.authType}
          onChange={(authType) => onChange({ authType: authType === 'bearer' ? 'bearer' : 'oauth2' })}
        />
      </Group>
      {draft.authType === 'bearer' ? (
        <PasswordInput
          label={text('connect.token')}
          {...secret}
          value={draft.token}
          error={problem('token')}
          onChange={(event) => onChange({ token: event.currentTarget.value })}
        />
      ) : (
        <>
          <div className={styles.pair}>
            <TextInput
              classNames={{ input: styles.code ?? '' }}
              label={text('connect.clientId')}
              {...typed}
              value={draft.clientId}
              error={problem('clientId')}
              onChange={(event) => onChange({ clientId: event.currentTarget.value })}
            />
            <PasswordInput
              label={text('connect.clientSecret')}
              {...secret}
              value={draft.clientSecret}
              error={problem('clientSecret')}
              onChange={(event) => onChange({ clientSecret: event.currentTarget.value })}
            />
          </div>
          <UnstyledButton className={styles.more} aria-expanded={more} onClick={() => setMore(!more)}>
            <Icon name={more ? 'chevronDown' : 'chevronRight'} size={16} />
            {text('connect.more')}
          </UnstyledButton>
          {(more || moreRefused !== null) && (
            <div className={styles.pair}>
              <TextInput
                classNames={{ input: styles.code ?? '' }}
                label={text('connect.tokenUrl')}
                description={text('connect.tokenUrl.hint')}
                {...typed}
                value={draft.tokenUrl}
                error={fieldError(refused('auth.tokenUrl'))}
                onChange={(event) => onChange({ tokenUrl: event.currentTarget.value })}
              />
              <TextInput
                classNames={{ input: styles.code ?? '' }}
                label={text('connect.scope')}
                description={text('connect.scope.hint')}
                {...typed}
                value={draft.scope}
                error={fieldError(refused('auth.scope'))}
                onChange={(event) => onChange({ scope: event.currentTarget.value })}
              />
            </div>
          )}
        </>
      )}
      <Text mt={-4} mx={0} mb={0} c="dimmed" fz="xs" lh={1.5}>
        {text('connect.secrets')}
      </Text>
    </>
  )
}
