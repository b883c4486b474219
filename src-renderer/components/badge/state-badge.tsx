import badge from './badge.module.css'
import { Icon, type IconName, type Tone } from '../icon.tsx'

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
    <span className={badge.badge} style={toneStyle(tone)}>
      <Icon name={icon} size={14} turning={moving} />
      {word}
    </span>
  )
}

/** The colours of a badge. */
export function toneStyle(tone: Tone) {
  return { color: `var(--status-${tone}-ink)`, background: `var(--status-${tone}-field)` }
}
