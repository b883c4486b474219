import type { Clock } from '../../domain/clock.ts'
import type { Logger, LogLevel } from '../kernel/ports.ts'

export interface LogLine {
  time: string
  level: LogLevel
  message: string
  fields?: Record<string, unknown>
}

/** A logger that also keeps its newest lines, for the diagnostics. */
export interface RecentLog extends Logger {
  recent(): readonly LogLine[]
}

export const KEPT_LINES = 500
/** Stack traces and messages from elsewhere may be long. */
const LONGEST_FIELD = 2_000

export function keepRecent(logger: Logger, wallClock: Clock): RecentLog {
  const lines: LogLine[] = []
  return {
    log: (level, message, fields) => {
      logger.log(level, message, fields)
      if (level === 'debug') return
      lines.push({
        time: wallClock.now().toISOString(),
        level,
        message,
        ...(fields === undefined ? {} : { fields: shortened(fields) }),
      })
      if (lines.length > KEPT_LINES) lines.shift()
    },
    recent: () => lines,
  }
}

/** Flattens objects to text, so that a line keeps nothing else in memory. */
function shortened(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const plain =
        typeof value === 'string'
          ? value
          : typeof value === 'number' || typeof value === 'boolean' || value === null
            ? value
            : JSON.stringify(value)
      return [name, typeof plain === 'string' ? plain.slice(0, LONGEST_FIELD) : plain]
    }),
  )
}
