import { Permitted } from '../../../components/button/permitted.tsx'
import { Button, Group, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { Remaining } from '../../../../src-main/domain/desk/personal.ts'
import { useCall } from '../../../client/use-call.ts'
import { Icon } from '../../../components/icon.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { text } from '../../../locales/messages.ts'
import { Foot, SettingsGroup } from '../settings-group.tsx'
import styles from '../settings.module.css'
import { FoundPerson, type FoundDriver } from './found-person.tsx'
import { LeftBehind } from './left-behind.tsx'

/** A driver's data, found by the exact name: exported, or erased from the history. */
export function PersonalData({ projectId }: { projectId: string }) {
  const [driver, setDriver] = useState('')
  const [found, setFound] = useState<FoundDriver | null>(null)
  const [left, setLeft] = useState<readonly Remaining[]>([])
  const name = driver.trim()
  const find = useCall('personal.find', [], (counts) => setFound({ ...counts, driver: name }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name !== '') find.run({ projectId, driver: name })
  }
  return (
    <SettingsGroup title={text('settings.personal')} lead={text('settings.personal.lead')}>
      <form className={styles.wide} onSubmit={submit}>
        <Group gap="sm">
          <TextInput
            flex={1}
            w="16rem"
            maw="22rem"
            aria-label={text('card.driver')}
            placeholder={text('settings.personal.example')}
            value={driver}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setDriver(event.currentTarget.value)
              setFound(null)
              setLeft([])
            }}
          />
          <Permitted call="personal.find">
            <Button
              type="submit"
              variant="default"
              leftSection={<Icon name="search" size={16} />}
              loading={find.busy}
              disabled={name === ''}
            >
              {text('settings.personal.find')}
            </Button>
          </Permitted>
        </Group>
        <Problem words={find.problem} />
      </form>
      {found !== null && (
        <Foot>
          <FoundPerson
            projectId={projectId}
            found={found}
            onErased={(remaining) => {
              setFound(null)
              setDriver('')
              setLeft(remaining)
            }}
          />
        </Foot>
      )}
      {left.length > 0 && (
        <Foot>
          <LeftBehind remaining={left} />
        </Foot>
      )}
    </SettingsGroup>
  )
}
