import { Permitted } from '../../../components/button/permitted.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from '../../../client/client-context.tsx'
import { text } from '../../../locales/messages.ts'
import { Foot, SettingsGroup } from '../settings-group.tsx'
import { ClockGroup } from './clock-group.tsx'
import { ResetSandboxDialog } from './reset-sandbox-dialog.tsx'

/** Tools for trying things out: a movable clock and a reset. */
export function SandboxSection({ projectId }: { projectId: string }) {
  const project = useQuery('projects.list', {}).value?.find(({ id }) => id === projectId)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ClockGroup />
      <SettingsGroup title={text('settings.reset')} lead={text('settings.reset.lead')}>
        <Foot>
          <Permitted call="sandbox.reset">
            <Button variant="default" disabled={project === undefined} onClick={() => setAsking(true)}>
              {text('settings.reset.ask')}
            </Button>
          </Permitted>
        </Foot>
      </SettingsGroup>
      {asking && project !== undefined && <ResetSandboxDialog project={project} onClose={() => setAsking(false)} />}
    </>
  )
}
