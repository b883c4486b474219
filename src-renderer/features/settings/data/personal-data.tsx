import { Permitted } from '../../../components/button/permitted.tsx'
import { Box, Button, Group, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import type { Remaining } from '../../../../src-main/domain/desk/personal.ts'
import { useService } from '../../../client/client-context.tsx'
import { useCall } from '../../../client/use-call.ts'
import { useSaveFile } from '../../../client/use-save-file.ts'
import { Icon } from '../../../components/icon.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { plural, text } from '../../../locales/messages.ts'
import { Foot, SettingsGroup } from '../settings-group.tsx'
import styles from '../settings.module.css'
import { EraseDialog } from './erase-dialog.tsx'
import { LeftBehind } from './left-behind.tsx'

type Found = CallOutput<'personal.find'> & { driver: string }

/** A driver's data, found by the exact name: exported, or erased from the history. */
export function PersonalData({ projectId }: { projectId: string }) {
  const { client } = useService()
  const [driver, setDriver] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [erasing, setErasing] = useState(false)
  const [left, setLeft] = useState<readonly Remaining[]>([])
  const name = driver.trim()
  const find = useCall('personal.find', [], (counts) => setFound({ ...counts, driver: name }))
  const file = useSaveFile(() => client.call('personal.download', { projectId, driver: found?.driver ?? '' }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name !== '') find.run({ projectId, driver: name })
  }
  const nothing = found !== null && found.cards + found.auditEntries + found.events + found.others === 0
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
          <Box component="span" fz="sm" fw={500} role="status">
            {nothing
              ? text('settings.personal.none', { driver: found.driver })
              : `${plural('cards.count', found.cards)} · ${plural('settings.personal.entries', found.auditEntries)} · ${plural('settings.personal.events', found.events)} · ${plural('settings.personal.others', found.others)}`}
          </Box>
          {!nothing && (
            <Group gap="sm">
              <Permitted call="personal.download">
                <Button
                  variant="default"
                  leftSection={<Icon name="download" size={16} />}
                  loading={file.busy}
                  onClick={file.run}
                >
                  {text('settings.personal.export')}
                </Button>
              </Permitted>
              <Permitted call="personal.erase">
                <Button
                  variant="default"
                  leftSection={<Icon name="delete" size={16} />}
                  onClick={() => setErasing(true)}
                >
                  {text('settings.personal.erase')}
                </Button>
              </Permitted>
            </Group>
          )}
          <Problem words={file.problem} />
        </Foot>
      )}
      {left.length > 0 && (
        <Foot>
          <LeftBehind remaining={left} />
        </Foot>
      )}
      {erasing && found !== null && (
        <EraseDialog
          projectId={projectId}
          driver={found.driver}
          onClose={() => setErasing(false)}
          onErased={(remaining) => {
            setErasing(false)
            setFound(null)
            setDriver('')
            setLeft(remaining)
          }}
        />
      )}
    </SettingsGroup>
  )
}
