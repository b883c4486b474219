import { plural, text } from '../../../locales/messages.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How far the sandbox is ahead, in its two largest units: "3 days and 4 hours ahead of the wall clock". */
export function aheadWords(offsetMs: number): string {
  return text('settings.clock.ahead', { span: spanWords(offsetMs) })
}

export function spanWords(ms: number): string {
  const days = Math.floor(ms / DAY_MS)
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS)
  const minutes = Math.round((ms % HOUR_MS) / MINUTE_MS)
  const parts = [
    ...(days > 0 ? [plural('settings.days', days)] : []),
    ...(hours > 0 ? [plural('settings.hours', hours)] : []),
    ...(minutes > 0 && days === 0 ? [plural('settings.minutes', minutes)] : []),
  ]
  return parts.length === 0 ? plural('settings.minutes', 0) : parts.slice(0, 2).join(` ${text('settings.and')} `)
}
