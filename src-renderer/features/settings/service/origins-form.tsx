import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { fieldWords, restWords } from '../../../client/error-words.ts'
import { Icon } from '../../../components/icon.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { toldOn } from '../../../components/feedback/told.tsx'
import { text } from '../../../locales/messages.ts'
import { FixedNote } from '../fixed-note.tsx'
import { Foot, Group } from '../group.tsx'
import { useSave } from '../use-save.ts'
import styles from '../settings.module.css'

/** Origins whose pages may read the API's answers; each change holds at once. */
export function OriginsForm({ origins, isFixed }: { origins: readonly string[]; isFixed: boolean }) {
  const [typed, setTyped] = useState('')
  const save = useSave(() => setTyped(''))
  const change = (value: string) => {
    setTyped(value)
    save.clear()
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') save.run({ corsOrigins: [...origins, typed.trim()] })
  }
  return (
    <form onSubmit={add}>
      <Group title={text('settings.origins')} lead={text('settings.origins.lead')}>
        {origins.length === 0 ? (
          <p className={styles.none}>{text('settings.origins.none')}</p>
        ) : (
          <ul className={styles.list}>
            {origins.map((origin) => (
              <li key={origin}>
                <code>{origin}</code>
                {!isFixed && (
                  <Tooltip label={text('settings.remove')}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={text('settings.origins.remove', { origin })}
                      onClick={() => save.run({ corsOrigins: origins.filter((other) => other !== origin) })}
                    >
                      <Icon name="delete" size={16} />
                    </ActionIcon>
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
            <div className={styles.adder}>
              <TextInput
                aria-label={text('settings.origins.label')}
                placeholder="https://fleet.example"
                classNames={{ input: styles.mono ?? '' }}
                value={typed}
                error={toldOn(fieldWords(save.error, 'corsOrigins'))}
                maxLength={300}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => change(event.currentTarget.value)}
              />
              <Button type="submit" variant="default" loading={save.busy} disabled={typed.trim() === ''}>
                {text('settings.origins.add')}
              </Button>
            </div>
          )}
          <Problem words={restWords(save.error, isFixed ? [] : ['corsOrigins'])} />
        </Foot>
      </Group>
    </form>
  )
}
