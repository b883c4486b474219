import { Button } from '@mantine/core'
import { useState } from 'react'
import { Permitted } from '../../components/button/permitted.tsx'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { useAppStore } from '../../app-store.ts'
import { useQuery } from '../../client/client-context.tsx'
import { useMay } from '../../client/rights.tsx'
import { ErrorMessage, StateMessage } from '../../components/feedback/state-message.tsx'
import { Icon } from '../../components/icon.tsx'
import { ScreenTitle } from '../../components/screen/screen-title.tsx'
import table from '../../components/table/data-table.module.css'
import '../../locales/later-words.ts'
import { plural, text } from '../../locales/messages.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { OwnAccessFirst } from './own-access-first.tsx'
import { PeopleTable } from './people-table.tsx'
import { PersonDrawer } from './person-drawer.tsx'

/** Who may use the service, and what each of them may do; for administrators. */
export function PeopleScreen() {
  const { may, why } = useMay('people.list')
  if (!may) {
    return (
      <>
        <ScreenTitle title={text('people.title')} />
        <StateMessage icon="people" title={text('people.title')} text={why ?? ''} />
      </>
    )
  }
  return <People />
}

function People() {
  const { value: people, error, reload } = useQuery('people.list', {})
  const inviting = useAppStore(({ params }) => params['do'] === 'invite')
  const show = useAppStore((state) => state.show)
  const [invited, setInvited] = useState<CallOutput<'people.invite'> | null>(null)
  return (
    <>
      <ScreenTitle title={text('people.title')} count={people !== undefined && plural('people.count', people.length)}>
        <Permitted call="people.invite">
          <Button leftSection={<Icon name="invite" />} onClick={() => show({ do: 'invite' })}>
            {text('people.invite')}
          </Button>
        </Permitted>
      </ScreenTitle>
      <section className={table.panel} aria-label={text('people.title')} style={{ marginTop: 12 }}>
        {error === null ? (
          <PeopleTable people={people ?? null} />
        ) : (
          <ErrorMessage title={text('people.error.title')} error={error} onRetry={reload} />
        )}
      </section>
      <PersonDrawer people={people ?? null} onInvited={setInvited} />
      {inviting && (
        <OwnAccessFirst onClose={() => show({})}>
          <InviteDialog
            onInvited={(invitation) => {
              show({})
              setInvited(invitation)
            }}
            onClose={() => show({})}
          />
        </OwnAccessFirst>
      )}
      {invited !== null && <LinkDialog invited={invited} onClose={() => setInvited(null)} />}
    </>
  )
}
