import { useEffect, useState } from 'react'
import { hashOf } from '../../address.ts'
import { useAppStore } from '../../app-store.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { UntilChoice } from '../cards/planned/until-choice.tsx'
import type { Until } from '../cards/planned/until.ts'
import { ConfirmCount, isConfirmed } from '../bulk/confirm-count.tsx'
import { useConsequence, type Consequence } from './consequence-store.ts'

/** Says what will happen, with the focus on *Cancel* and one button that names it. */
export function ConsequenceDialog() {
  const asked = useConsequence((state) => state.asked)
  if (asked === null) return null
  return <Question consequence={asked.consequence} onAnswer={asked.answer} />
}

function Question({
  consequence: { title, said, action, danger = false, count = 1, until: ends },
  onAnswer,
}: {
  consequence: Consequence
  onAnswer: (goOn: boolean, until?: string | null) => void
}) {
  const [typed, setTyped] = useState('')
  const [until, setUntil] = useState<Until>(ends?.required === true ? '' : null)
  const place = useAppStore(hashOf)
  const [begunAt] = useState(place)
  // Navigating away, such as with *Back*, is not consent.
  useEffect(() => {
    if (place !== begunAt) onAnswer(false)
  }, [place, begunAt, onAnswer])
  return (
    <FormDialog
      title={title}
      action={action}
      danger={danger}
      disabled={!isConfirmed(count, typed) || until === ''}
      busy={false}
      problem={null}
      onSubmit={() => onAnswer(true, until)}
      onClose={() => onAnswer(false)}
    >
      {said}
      {ends !== undefined && <UntilChoice {...ends} until={until} onChange={setUntil} />}
      <ConfirmCount count={count} value={typed} onChange={setTyped} />
    </FormDialog>
  )
}
