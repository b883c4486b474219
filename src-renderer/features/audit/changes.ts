import type { AuditEntry } from '../../../src-main/domain/audit.ts'
import { formatCalendarDate, formatDay, formatNumber, text, textIfKnown } from '../../locales/messages.ts'

export interface Change {
  field: string
  label: string
  before: string | null
  after: string | null
}

const FUELS = ['authGasoline', 'authDiesel', 'authLpg', 'authHeatingOil']
const TIMES = new Set(['expirationDate', 'expiresAt'])

/** What an entry changed, in words: the four fuels as one switch; fields without a label are left out. */
export function changesOf({ before, after, erased }: Pick<AuditEntry, 'before' | 'after' | 'erased'>): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changes = fields.flatMap((field) => {
    const label = textIfKnown(`change.${field}`)
    if (label === null) return []
    const side = (name: 'before' | 'after', values: Record<string, unknown> | null) =>
      erased.includes(`${name}.${field}`) ? text('activity.erased') : words(field, values?.[field])
    return [{ field, label, before: side('before', before), after: side('after', after) }]
  })
  const fuel = FUELS.find((field) => fields.includes(field))
  if (fuel !== undefined)
    changes.push({
      field: 'fuels',
      label: text('change.fuels'),
      before: words(fuel, before?.[fuel]),
      after: words(fuel, after?.[fuel]),
    })
  return changes.filter((change) => change.before !== change.after)
}

function words(field: string, value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return text(value ? 'activity.yes' : 'activity.no')
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value !== 'string') return null
  if (TIMES.has(field)) return formatCalendarDate(value)
  if (field === 'prefix') return `${value}…`
  if (field === 'plannedChange') return planWords(value)
  return (
    (field === 'status'
      ? (textIfKnown(`cards.status.${value}`) ?? textIfKnown(`webhook.status.${value}`))
      : field === 'syncStatus'
        ? textIfKnown(`cards.sync.${value}`)
        : field === 'role'
          ? textIfKnown(`role.${value}`)
          : field === 'environment'
            ? textIfKnown(`environment.${value}`)
            : field === 'ended'
              ? textIfKnown(`change.ended.${value}`)
              : field === 'reason' || field === 'because'
                ? textIfKnown(`card.reason.${value}`)
                : null) ?? value
  )
}

/** A plan as the log has it: `enable 2027-01-31T17:00:00.000Z`. */
function planWords(value: string): string {
  const [action, at = ''] = value.split(' ')
  return (action === 'enable' || action === 'disable') && !Number.isNaN(Date.parse(at))
    ? text(`change.planned.${action}`, { time: formatDay(at) })
    : value
}
