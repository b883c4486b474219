import type { LogLevel } from '../engine/kernel/ports.ts'

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const satisfies readonly LogLevel[]
