import type { LogLevel } from '../engine/ports.ts'

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const satisfies readonly LogLevel[]
