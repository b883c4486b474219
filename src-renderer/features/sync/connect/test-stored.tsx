import { Permitted } from '../../../components/button/permitted.tsx'
import { Button, Popover } from '@mantine/core'
import { useState } from 'react'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import { useCall } from '../../../client/use-call.ts'
import { Icon } from '../../../components/icon.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { text } from '../../../locales/messages.ts'
import { TestVerdict } from './test-verdict.tsx'

/** Tests the stored connection. */
export function TestStored({ projectId }: { projectId: string }) {
  const [verdict, setVerdict] = useState<CallOutput<'provider.test'> | null>(null)
  const { busy, problem, run, clear } = useCall('provider.test', [], setVerdict)
  const close = () => {
    setVerdict(null)
    clear()
  }
  return (
    <Popover
      opened={verdict !== null || problem !== null}
      position="bottom-end"
      width={360}
      shadow="md"
      trapFocus={false}
      onDismiss={close}
    >
      <Popover.Target>
        <Permitted call="provider.test">
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<Icon name="plug" size={16} />}
            loading={busy}
            onClick={() => {
              close()
              run({ projectId })
            }}
          >
            {text('connect.test')}
          </Button>
        </Permitted>
      </Popover.Target>
      <Popover.Dropdown role="status" aria-label={text('connect.test')}>
        <Problem words={problem} />
        {verdict !== null && <TestVerdict verdict={verdict} />}
      </Popover.Dropdown>
    </Popover>
  )
}
