import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { systemClock } from '../engine/kernel/ports.ts'
import { keepRecent, type RecentLog } from '../engine/desk/recent-log.ts'

/** JSON log lines in the platform's log folder: a window has no terminal. */
export function openLog(logDir: string): RecentLog {
  mkdirSync(logDir, { recursive: true, mode: 0o700 })
  const destination = pino.destination({ dest: join(logDir, 'fuelcard-desk.log'), mode: 0o600, sync: true })
  // A full disk must not crash the app because of its log.
  destination.on('error', () => {})
  const logger = pino({ level: 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  return keepRecent({ log: (level, message, fields = {}) => logger[level](fields, message) }, systemClock)
}
