import { ActionIcon, Button, Group, TextInput, Tooltip } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Permitted } from '../../../components/button/permitted.tsx'
import { fieldWords, restWords } from '../../../client/error-words.ts'
import { Icon } from '../../../components/icon.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { fieldError } from '../../../components/feedback/error-text.tsx'
import { text } from '../../../locales/messages.ts'
import { FixedNote } from '../fixed-note.tsx'
import { Foot, SettingsGroup } from '../settings-group.tsx'
import { useSave } from '../use-save.ts'
import styles from '../settings.module.css'

const LISTS = {
  /** Private networks that webhooks may reach. */
  allowedNetworks: { words: 'networks', example: '10.20.0.0/16', maxLength: 64 },
  /** Origins whose pages may read the API's answers. */
  corsOrigins: { words: 'origins', example: 'https://fleet.example', maxLength: 300 },
} as const

interface AllowListFormProps {
  setting: keyof typeof LISTS
  values: readonly string[]
  isFixed: boolean
}

/** A list of exceptions that the service allows; each change is saved at once. */
export function AllowListForm({ setting, values, isFixed }: AllowListFormProps) {
  const { words, example, maxLength } = LISTS[setting]
  const [typed, setTyped] = useState('')
  const save = useSave(() => setTyped(''))
  const change = (value: string) => {
    setTyped(value)
    save.clear()
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') save.run({ [setting]: [...values, typed.trim()] })
  }
  return (
    <form onSubmit={add}>
      <SettingsGroup title={text(`settings.${words}`)} lead={text(`settings.${words}.lead`)}>
        {values.length === 0 ? (
          <p className={styles.none}>{text(`settings.${words}.none`)}</p>
        ) : (
          <ul className={styles.list}>
            {values.map((value) => (
              <li key={value}>
                <code>{value}</code>
                {!isFixed && (
                  <Tooltip label={text('settings.remove')}>
                    <Permitted call="settings.update">
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={text(`settings.${words}.remove`, { value })}
                        onClick={() => save.run({ [setting]: values.filter((other) => other !== value) })}
                      >
                        <Icon name="delete" size={16} />
                      </ActionIcon>
                    </Permitted>
                  </Tooltip>
                )}
              </li>
            ))}
          </ul>
        )}
        <Foot>
          {isFixed ? (
            <FixedNote />
          ) : (
            <Group gap="sm">
              <TextInput
                flex={1}
                w="16rem"
                maw="22rem"
                aria-label={text(`settings.${words}.label`)}
                placeholder={example}
                classNames={{ input: styles.mono ?? '' }}
                value={typed}
                error={fieldError(fieldWords(save.error, setting))}
                maxLength={maxLength}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => change(event.currentTarget.value)}
              />
              <Permitted call="settings.update">
                <Button type="submit" variant="default" loading={save.busy} disabled={typed.trim() === ''}>
                  {text(`settings.${words}.add`)}
                </Button>
              </Permitted>
            </Group>
          )}
          <Problem words={restWords(save.error, isFixed ? [] : [setting])} />
        </Foot>
      </SettingsGroup>
    </form>
  )
}
