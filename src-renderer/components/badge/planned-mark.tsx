import { VisuallyHidden } from '@mantine/core'
import type { Card } from '../../../src-main/domain/card.ts'
import { formatDay, text } from '../../locales/messages.ts'
import { Icon } from '../icon.tsx'

/** Beside a card's status: that it will change by itself, and when. */
export function PlannedMark({ plan }: { plan: Card['plannedChange'] }) {
  if (plan === null) return null
  const words = plan.held
    ? text('cards.planned.held')
    : text(`cards.planned.${plan.action}`, { time: formatDay(plan.at) })
  return (
    <span data-planned={plan.action} data-tip={words}>
      <Icon name={plan.held ? 'alert' : 'clock'} size={14} />
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}
