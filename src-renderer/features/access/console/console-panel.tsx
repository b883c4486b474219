import { Box, Button, Group, Paper } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { useAppStore } from '../../../app-store.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { Icon } from '../../../components/icon.tsx'
import { StateMessage } from '../../../components/feedback/state-message.tsx'
import { useNow } from '../../../components/text/use-now.ts'
import { text } from '../../../locales/messages.ts'
import { hasEnded } from '../key-state.ts'
import { RequestForm } from './request-form.tsx'

interface ConsolePanelProps extends ProjectScope {
  onCreateKey: () => void
}

/** Runs a request as one of the keys, without needing its secret. */
export function ConsolePanel({ projectId, environment, onCreateKey }: ConsolePanelProps) {
  const { value } = useQuery('keys.list', { projectId })
  const wanted = useAppStore(({ params }) => params['do'] === 'console')
  const show = useAppStore((state) => state.show)
  const box = useRef<HTMLDivElement>(null)
  const now = useNow()
  const isThere = value !== undefined
  useEffect(() => {
    if (!wanted || !isThere) return
    box.current?.scrollIntoView({ block: 'start' })
    box.current?.querySelector<HTMLElement>('select, button')?.focus({ preventScroll: true })
    // The palette's command leads here by the address, which then forgets it.
    show({})
  }, [wanted, isThere, show])
  const keys = value?.filter((key) => !hasEnded(key, now))
  return (
    <div ref={box} role="group" aria-label={text('console.title')}>
      <Group justify="space-between" mih="2rem" pb="xs">
        <h2>{text('console.title')}</h2>
      </Group>
      <Box component="p" mt={0} mx={0} mb="sm" c="dimmed" fz="sm">
        {text('console.lead')}
      </Box>
      {keys?.length === 0 && (
        <Paper withBorder radius="lg">
          <StateMessage icon="send" title={text('console.none.title')} text={text('console.none.text')}>
            <Button variant="default" leftSection={<Icon name="plus" />} onClick={onCreateKey}>
              {text('keys.create')}
            </Button>
          </StateMessage>
        </Paper>
      )}
      {keys !== undefined && keys.length > 0 && (
        <RequestForm keys={keys} projectId={projectId} environment={environment} />
      )}
    </div>
  )
}
