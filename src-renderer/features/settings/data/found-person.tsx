import { Box, Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Remaining } from '../../../../src-main/domain/desk/personal.ts'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import { useQuery, useService } from '../../../client/client-context.tsx'
import { useSaveFile } from '../../../client/use-save-file.ts'
import { Permitted } from '../../../components/button/permitted.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { Icon } from '../../../components/icon.tsx'
import { plural, text } from '../../../locales/messages.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { LeftBehind } from './left-behind.tsx'

/** How often a driver is named, and where. */
export type FoundDriver = CallOutput<'personal.find'> & { driver: string }

interface FoundPersonProps {
  projectId: string
  found: FoundDriver
  onErased: (remaining: readonly Remaining[]) => void
}

/** What was found of a driver, to be exported or erased. */
export function FoundPerson({ projectId, found, onErased }: FoundPersonProps) {
  const { client } = useService()
  const [erasing, setErasing] = useState(false)
  const file = useSaveFile(() => client.call('personal.download', { projectId, driver: found.driver }))
  const nothing = found.cards + found.auditEntries + found.events + found.others === 0
  return (
    <>
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
            <Button variant="default" leftSection={<Icon name="delete" size={16} />} onClick={() => setErasing(true)}>
              {text('settings.personal.erase')}
            </Button>
          </Permitted>
        </Group>
      )}
      <Problem words={file.problem} />
      {erasing && (
        <EraseDialog
          projectId={projectId}
          driver={found.driver}
          onClose={() => setErasing(false)}
          onErased={(remaining) => {
            setErasing(false)
            onErased(remaining)
          }}
        />
      )}
    </>
  )
}

/** The same for a name that is known: looked for at once, and again once it was erased. */
export function PersonalOf({ projectId, driver }: { projectId: string; driver: string }) {
  const { value, error, reload } = useQuery('personal.find', { projectId, driver })
  const [left, setLeft] = useState<readonly Remaining[]>([])
  if (error !== null) return <ErrorMessage title={text('settings.personal')} error={error} onRetry={reload} />
  if (value === undefined) return <Box mih="2.5rem" aria-busy="true" />
  return (
    <>
      <FoundPerson projectId={projectId} found={{ ...value, driver }} onErased={setLeft} />
      {left.length > 0 && <LeftBehind remaining={left} />}
    </>
  )
}
