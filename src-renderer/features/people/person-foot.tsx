import { Button, Text } from '@mantine/core'
import type { Person } from '../../../src-main/domain/people/person.ts'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { useBarrier } from '../../client/rights.tsx'
import { useCall } from '../../client/use-call.ts'
import { Barred } from '../../components/button/permitted.tsx'
import { Problem } from '../../components/feedback/problem.tsx'
import { showToast } from '../../components/feedback/toast-store.ts'
import { Icon, type IconName } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import { askFirst, type Consequence } from '../consequence/consequence-store.ts'
import { CHANGED, mustStay, nameOf } from './person-place.ts'
import styles from './people.module.css'

interface PersonFootProps {
  person: Person
  people: readonly Person[]
  onInvited: (invited: CallOutput<'people.invite'>) => void
}

/** Lets a person in again with a new link, or keeps them out. */
export function PersonFoot({ person, people, onInvited }: PersonFootProps) {
  const name = nameOf(person)
  const reset = useCall('people.reset', CHANGED, onInvited)
  const suspend = useCall('people.suspend', CHANGED, () => showToast('done', text('people.suspended', { name })))
  const resume = useCall('people.resume', CHANGED, () => showToast('done', text('people.resumed', { name })))
  const personId = person.id
  const ask = async (question: Consequence, go: () => void) => {
    if (await askFirst(question)) go()
  }
  const bars = {
    reset: useBarrier('people.reset'),
    resume: useBarrier('people.resume'),
    suspend: useBarrier('people.suspend'),
  }
  const stays = mustStay(person, people)
  return (
    <footer className={styles.foot}>
      <Act
        icon="refresh"
        word={text('people.reset')}
        busy={reset.busy}
        barred={bars.reset ?? (person.state === 'suspended' ? text('people.reset.suspended') : null)}
        onAct={() => void ask(resetting(person), () => reset.run({ personId }))}
      />
      {person.state === 'suspended' ? (
        <Act
          icon="circleCheck"
          word={text('people.resume')}
          busy={resume.busy}
          barred={bars.resume}
          onAct={() => resume.run({ personId })}
        />
      ) : (
        <Act
          icon="suspend"
          word={text('people.suspend')}
          busy={suspend.busy}
          barred={bars.suspend ?? (stays === null ? null : text(`people.suspend.${stays}`))}
          onAct={() => void ask(suspending(name), () => suspend.run({ personId }))}
        />
      )}
      <Problem words={reset.problem ?? suspend.problem ?? resume.problem} />
    </footer>
  )
}

interface ActProps {
  icon: IconName
  word: string
  busy: boolean
  /** Why it cannot be done. */
  barred: string | null
  onAct: () => void
}

function Act({ icon, word, busy, barred, onAct }: ActProps) {
  return (
    <Barred why={barred}>
      <Button variant="default" leftSection={<Icon name={icon} size={16} />} loading={busy} onClick={onAct}>
        {word}
      </Button>
    </Barred>
  )
}

function resetting(person: Person): Consequence {
  return {
    title: text('people.reset.title', { name: nameOf(person) }),
    said: <Text size="sm">{text(person.state === 'invited' ? 'people.reset.invited' : 'people.reset.text')}</Text>,
    action: text('people.reset.do'),
  }
}

function suspending(name: string): Consequence {
  return {
    title: text('people.suspend.title', { name }),
    said: <Text size="sm">{text('people.suspend.text')}</Text>,
    action: text('people.suspend.do', { name }),
    danger: true,
  }
}
