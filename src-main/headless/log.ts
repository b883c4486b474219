import { pino } from 'pino'
import type { Logger, LogLevel } from '../engine/kernel/ports.ts'

/** JSON log lines on standard error; standard output is for a command's result. */
export function createLogger(level: LogLevel): Logger {
  // Not synchronous: a parent process that does not read our errors must not block the service.
  const destination = pino.destination({ dest: 2, sync: false })
  destination.on('error', () => {})
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  return { log: (level, message, fields = {}) => logger[level](fields, message) }
}
