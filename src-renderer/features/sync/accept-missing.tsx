import { Permitted } from '../../components/button/permitted.tsx'
import { Button } from '@mantine/core'
import type { SyncRunView } from '../../../src-main/domain/sync/provider.ts'
import { useAppStore } from '../../app-store.ts'
import { plural, text } from '../../locales/messages.ts'
import { showSync } from './sync-place.ts'

/** Asks whether the cards that a run missed are gone; for a file, opens the file dialog, which asks itself. */
export function AcceptMissing({
  kind,
  missing,
  short = false,
}: {
  kind: SyncRunView['kind']
  missing: number
  short?: boolean
}) {
  const open = useAppStore((state) => state.open)
  const words = plural('sync.missing.accept', missing)
  const ask = () => (kind === 'pull' ? showSync({ task: 'missing' }) : open('cards', { do: 'import' }))
  return (
    <Permitted call={kind === 'pull' ? 'sync.now' : 'imports.run'}>
      <Button variant="default" size={short ? 'compact-xs' : 'compact-sm'} aria-label={words} onClick={ask}>
        {short ? text('sync.missing.accept') : words}
      </Button>
    </Permitted>
  )
}
