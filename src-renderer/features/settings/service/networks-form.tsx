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

/** Networks that webhooks may reach although they are private; each change holds at once. */
export function NetworksForm({ networks, isFixed }: { networks: readonly string[]; isFixed: boolean }) {
  const [typed, setTyped] = useState('')
  const save = useSave(() => setTyped(''))
  const change = (value: string) => {
    setTyped(value)
    save.clear()
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') save.run({ allowedNetworks: [...networks, typed.trim()] })
  }
  return (
    <form onSubmit={add}>
      <Group title={text('settings.networks')} lead={text('settings.networks.lead')}>
        {networks.length === 0 ? (
          <p className={styles.none}>{text('settings.networks.none')}</p>
        ) : (
          <ul className={styles.list}>
            {networks.map((network) => (
              <li key={network}>
                <code>{network}</code>
                {!isFixed && (
                  <Tooltip label={text('settings.remove')}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={text('settings.networks.remove', { network })}
                      onClick={() => save.run({ allowedNetworks: networks.filter((other) => other !== network) })}
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
                aria-label={text('settings.networks.label')}
                placeholder="10.20.0.0/16"
                classNames={{ input: styles.mono ?? '' }}
                value={typed}
                error={toldOn(fieldWords(save.error, 'allowedNetworks'))}
                maxLength={64}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => change(event.currentTarget.value)}
              />
              <Button type="submit" variant="default" loading={save.busy} disabled={typed.trim() === ''}>
                {text('settings.networks.add')}
              </Button>
            </div>
          )}
          <Problem words={restWords(save.error, isFixed ? [] : ['allowedNetworks'])} />
        </Foot>
      </Group>
    </form>
  )
}
