import { Notice } from '../../components/feedback/notice.tsx'
import { plural, text } from '../../locales/messages.ts'
import { ConfirmCount } from '../bulk/confirm-count.tsx'

interface MissingCardsProps {
  missing: number
  value: string
  onChange: (value: string) => void
}

/** A supposedly complete list lacks too many cards to be believed: a person confirms by typing how many are gone. */
export function MissingCards({ missing, value, onChange }: MissingCardsProps) {
  return (
    <>
      <Notice tone="pending" icon="alert" title={plural('import.missing.title', missing)} live>
        <p>{text('import.missing.text')}</p>
      </Notice>
      <ConfirmCount count={missing} value={value} onChange={onChange} hint={text('import.missing.hint')} />
    </>
  )
}
