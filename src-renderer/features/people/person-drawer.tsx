import { Button, Drawer, Group } from '@mantine/core'
import { useState } from 'react'
import { Permitted } from '../../components/button/permitted.tsx'
import type { ListedPerson, Person } from '../../../src-main/domain/people/person.ts'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { useAppStore } from '../../app-store.ts'
import { StateMessage } from '../../components/feedback/state-message.tsx'
import { Icon } from '../../components/icon.tsx'
import { DrawerFrame } from '../../components/overlay/drawer-frame.tsx'
import { Fact, Facts } from '../../components/text/facts.tsx'
import { Moment } from '../../components/text/moment.tsx'
import { useLayer } from '../../layers.ts'
import { text } from '../../locales/messages.ts'
import { Section } from '../cards/drawer/section.tsx'
import { EditPersonDialog } from './edit-person-dialog.tsx'
import { PersonState } from './people-table.tsx'
import { PersonAccess } from './person-access.tsx'
import { PersonDevices } from './person-devices.tsx'
import { PersonFoot } from './person-foot.tsx'
import { closePerson, nameOf } from './person-place.ts'
import styles from './people.module.css'

interface PersonDrawerProps {
  /** Null while nothing is known yet. */
  people: readonly ListedPerson[] | null
  onInvited: (invited: CallOutput<'people.invite'>) => void
}

/** One person over the list, named by the address. */
export function PersonDrawer({ people, onInvited }: PersonDrawerProps) {
  const open = useAppStore(({ params }) => params['person'] ?? null)
  // Keeps its content while it slides away.
  const [last, setLast] = useState(open)
  if (open !== null && open !== last) setLast(open)
  const person = people?.find(({ id }) => id === (open ?? last))
  const layer = useLayer(open !== null, 'drawer')
  return (
    <Drawer.Root {...layer} opened={open !== null} onClose={closePerson} position="right" size="30rem">
      <Drawer.Overlay />
      <Drawer.Content aria-label={person === undefined ? text('people.title') : nameOf(person)}>
        {people !== null && (
          <DrawerFrame
            title={person === undefined ? text('people.title') : nameOf(person)}
            beside={person !== undefined && <PersonState state={person.state} />}
            closeLabel={text('people.person.close')}
            onClose={closePerson}
          >
            {person === undefined ? (
              <StateMessage icon="people" title={text('people.person.gone')} />
            ) : (
              <>
                <div className={styles.body}>
                  <Details person={person} />
                  <PersonAccess person={person} people={people} />
                  <PersonDevices person={person} />
                </div>
                <PersonFoot person={person} people={people} onInvited={onInvited} />
              </>
            )}
          </DrawerFrame>
        )}
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Details({ person }: { person: Person }) {
  const [editing, setEditing] = useState(false)
  return (
    <Section
      title={text('people.details')}
      beside={
        <Permitted call="people.update">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon name="edit" size={16} />}
            onClick={() => setEditing(true)}
          >
            {text('people.details.edit')}
          </Button>
        </Permitted>
      }
    >
      <Facts>
        <Fact name={text('people.email')}>{person.email ?? '–'}</Fact>
        <Fact name={text('people.since')}>
          <Moment value={person.createdAt} />
        </Fact>
        <Fact name={text('people.column.seen')}>
          {person.lastSeenAt === null ? text('people.never') : <Moment value={person.lastSeenAt} />}
        </Fact>
        {person.isLocal && (
          <Fact name="">
            <Group gap={6}>
              <Icon name="desktop" size={16} />
              {text('people.here')}
            </Group>
          </Fact>
        )}
      </Facts>
      {editing && <EditPersonDialog person={person} onClose={() => setEditing(false)} />}
    </Section>
  )
}
