import { QuietMoment } from '../../../components/text/moment.tsx'
import { useAhead } from '../ahead.ts'

/** A time of a card in the table, by the clock of its environment. */
export function CardTime({ value }: { value: string }) {
  return <QuietMoment value={value} aheadMs={useAhead()} />
}
