import { Permitted } from '../../components/button/permitted.tsx'
import { Anchor, Button, Group, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useAppStore } from '../../app-store.ts'
import { useQuery } from '../../client/client-context.tsx'
import { useMay } from '../../client/rights.tsx'
import { useTurnedOff } from '../../client/use-turned-off.ts'
import { CopyLine } from '../../components/code/copy-line.tsx'
import { Icon } from '../../components/icon.tsx'
import { ScreenBody } from '../../components/screen/screen-body.tsx'
import { ScreenTitle } from '../../components/screen/screen-title.tsx'
import { ErrorMessage, StateMessage } from '../../components/feedback/state-message.tsx'
import '../../locales/later-words.ts'
import { text } from '../../locales/messages.ts'
import { ConsolePanel } from './console/console-panel.tsx'
import { FirstRequest } from './first-request.tsx'
import { KeyDialogs, type KeyTask } from './key-dialogs.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { ServerPanel } from './server-panel.tsx'

/** The default address, for the example while the server is off. */
const USUAL_ADDRESS = 'http://127.0.0.1:4010/v1'

/** What a program needs; keys are a matter of managers. */
export function AccessScreen(place: ProjectScope) {
  const { why } = useMay('keys.list', place.projectId)
  if (why === null) return <ForManagers {...place} />
  return (
    <>
      <ScreenTitle title={text('access.title')} />
      <StateMessage icon="access" title={text('may.keys.title')} text={why} />
    </>
  )
}

/** The address, a key, and a first request that works. */
function ForManagers({ projectId, environment }: ProjectScope) {
  const info = useQuery('service.info', {})
  const creating = useAppStore(({ params }) => params['do'] === 'create')
  const show = useAppStore((state) => state.show)
  const [task, setTask] = useState<KeyTask | null>(null)
  const isConsoleOff = useTurnedOff('console')
  // The palette's command leads here by the address, which then forgets it.
  const current: KeyTask | null = creating ? { type: 'create' } : task
  const endTask = () => {
    setTask(null)
    if (creating) show({})
  }
  const baseUrl = info.value?.baseUrl ?? null
  return (
    <>
      <ScreenTitle title={text('access.title')}>
        {baseUrl !== null && (
          <Anchor c="var(--accent-ink)" fz="sm" href={`${baseUrl}/docs`} target="_blank" rel="noreferrer">
            <Group component="span" gap={6}>
              {text('access.docs')} <Icon name="external" size={16} />
            </Group>
          </Anchor>
        )}
        <Permitted call="keys.create">
          <Button leftSection={<Icon name="plus" />} onClick={() => setTask({ type: 'create' })}>
            {text('keys.create')}
          </Button>
        </Permitted>
      </ScreenTitle>
      <ScreenBody gap="xl">
        {info.error !== null && (
          <ErrorMessage title={text('access.info.error.title')} error={info.error} onRetry={info.reload} />
        )}
        <SimpleGrid minColWidth="20rem" autoFlow="auto-fit" spacing="lg">
          <CopyLine
            label={text('access.baseUrl')}
            value={baseUrl}
            hint={text('access.baseUrl.text')}
            nothing={
              info.value === undefined
                ? ''
                : text(info.value.api.state === 'port_taken' ? 'server.taken' : 'access.baseUrl.off')
            }
          />
          <CopyLine label={text('access.projectId')} value={projectId} />
        </SimpleGrid>
        <ServerPanel info={info.value} />
        <KeysPanel projectId={projectId} onTask={setTask} />
        <FirstRequest baseUrl={baseUrl ?? USUAL_ADDRESS} projectId={projectId} environment={environment} />
        {!isConsoleOff && (
          <ConsolePanel
            projectId={projectId}
            environment={environment}
            onCreateKey={() => setTask({ type: 'create' })}
          />
        )}
      </ScreenBody>
      <KeyDialogs
        projectId={projectId}
        environment={environment}
        baseUrl={baseUrl ?? USUAL_ADDRESS}
        task={current}
        onEnd={endTask}
      />
    </>
  )
}
