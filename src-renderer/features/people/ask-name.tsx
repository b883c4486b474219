import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useId } from 'react'
import { useRights } from '../../client/rights.tsx'
import { text } from '../../locales/messages.ts'
import { NameForm } from './name-form.tsx'
import styles from './people.module.css'

/** Asks who works at this computer, once and in passing; the settings have the same field. */
export function AskName() {
  const me = useRights().person
  const id = useId()
  const [later, setLater] = useLocalStorage({
    key: 'fuelcard-desk.name-later',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (later || me === undefined || me.isNamed || !me.isLocal) return null
  return (
    <section className={styles.ask} aria-label={text('you.name')}>
      <label htmlFor={id}>{text('you.ask')}</label>
      <NameForm id={id} />
      <Button variant="subtle" color="gray" onClick={() => setLater(true)}>
        {text('you.ask.later')}
      </Button>
    </section>
  )
}
