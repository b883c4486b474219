import { Box } from '@mantine/core'
import type { Remaining } from '../../../../src-main/domain/desk/personal.ts'
import { formatDay, plural, text } from '../../../locales/messages.ts'

/** What an erasure left behind, and until when. */
export function LeftBehind({ remaining }: { remaining: readonly Remaining[] }) {
  return (
    <Box fz="sm" fw={500} role="status">
      {text('settings.erase.left')}
      <ul>
        {remaining.map(({ what, count, until }) => {
          const words = plural(`settings.erase.left.${what}`, count)
          return (
            <li key={what}>
              {until === null ? words : text('settings.erase.left.until', { what: words, date: formatDay(until) })}
            </li>
          )
        })}
      </ul>
      {text('settings.erase.left.again')}
    </Box>
  )
}
