import { pino } from 'pino'
import type { Logger, LogLevel } from '../engine/kernel/ports.ts'

/** Log lines as JSON on standard error; standard output belongs to what a command was asked for. */
export function createLogger(level: LogLevel): Logger {
  // Not synchronous: whoever started us and does not read our errors must not bring the service to a stand.
  const destination = pino.destination({ dest: 2, sync: false })
  destination.on('error', () => {})
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  return { log: (level, message, fields = {}) => logger[level](fields, message) }
}
