import { Notice } from '../../components/feedback/notice.tsx'
import { plural, text } from '../../locales/messages.ts'
import { ConfirmCount } from '../bulk/confirm-count.tsx'

interface MissingCardsProps {
  missing: number
  value: string
  onChange: (value: string) => void
}

/** A whole list that lacks so many cards that it is hardly one: whoever knows better types how many are gone. */
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
