import { Button } from '@mantine/core'
import { useEffect } from 'react'
import type { ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import { useTypedEnter } from '../../../components/form/typed-enter.ts'
import { text } from '../../../locales/messages.ts'
import { useCardActions } from '../card-actions.ts'
import { PhysicalCard } from '../drawer/physical-card.tsx'
import { useVehicleForm, VehicleFields } from './vehicle-form.tsx'
import styles from '../drawer/drawer.module.css'

interface ActivateFormProps {
  card: ShownCard
  isLast: boolean
  onDone: (card: ShownCard) => void
  /** Goes on to the next of a stack. */
  onSkip?: () => void
}

/** One new card: its number to compare, then plate and driver. */
export function ActivateForm({ card, isLast, onDone, onSkip }: ActivateFormProps) {
  const actions = useCardActions()
  const form = useVehicleForm(card, async (values) => {
    if (await actions.activate(card, values)) onDone(card)
  })
  const typedEnter = useTypedEnter()
  const { plateField } = form
  useEffect(() => plateField.current?.focus(), [plateField])
  return (
    <form className={styles.frame} onSubmit={form.submit} {...typedEnter} aria-label={text('activate.title')}>
      <div className={styles.body}>
        <PhysicalCard card={card} caption={text('activate.number.hint')} />
        <div className={styles.sections}>
          <div className={styles.form}>
            <VehicleFields card={card} form={form} />
            {!isLast && <span className={styles.hint}>{text('activate.other')}</span>}
          </div>
        </div>
      </div>
      <footer className={styles.foot}>
        {!isLast && <span className={styles.hint}>{text('activate.enter')}</span>}
        <div className={styles.buttons}>
          <Button type="submit" loading={form.busy}>
            {text(isLast ? 'activate.save' : 'activate.saveNext')}
          </Button>
          {!isLast && (
            <Button variant="default" onClick={onSkip}>
              {text('activate.skip')}
            </Button>
          )}
        </div>
      </footer>
    </form>
  )
}
