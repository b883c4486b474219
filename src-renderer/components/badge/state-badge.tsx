import badge from './badge.module.css'
import { Icon, type IconName } from '../icon.tsx'

export type Tone = 'new' | 'active' | 'inactive' | 'pending' | 'failed'

/** Colour, icon and word together: colour alone carries no meaning. */
export function StateBadge({
  tone,
  icon,
  word,
  moving = false,
}: {
  tone: Tone
  icon: IconName
  word: string
  moving?: boolean
}) {
  return (
    <span className={`${badge.badge} ${badge[tone]}`}>
      <Icon name={icon} size={14} className={moving ? badge.moving : undefined} />
      {word}
    </span>
  )
}
