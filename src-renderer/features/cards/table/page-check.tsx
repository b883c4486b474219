import type { Card } from '../../../../src-main/domain/card.ts'
import { text } from '../../../locales/messages.ts'
import { CheckBox } from './check-box.tsx'
import { isChosen, togglePage, useSelection } from '../selection/selection-store.ts'

/** Selects every row of the page, or none. */
export function PageCheck({ cards }: { cards: readonly Card[] }) {
  const chosen = useSelection((state) => state.chosen)
  const count = cards.filter(({ id }) => isChosen(chosen, id)).length
  const all = cards.length > 0 && count === cards.length
  return (
    <CheckBox
      label={text('cards.select.page')}
      checked={all}
      partly={count > 0 && !all}
      onToggle={() =>
        togglePage(
          cards.map(({ id }) => id),
          !all,
        )
      }
    />
  )
}
