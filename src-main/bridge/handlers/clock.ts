import { ServiceError } from '../../domain/errors.ts'
import type { SandboxClock } from '../../engine/kernel/sandbox-clock.ts'
import type { Handlers, HandlerScope } from './handler.ts'

export const clockHandlers: Handlers<'clock'> = {
  'clock.show': (_input, scope) => {
    const clock = clockOf(scope)
    return { now: clock.now(), offsetMs: clock.offsetMs() }
  },
  'clock.advance': async ({ ms }, scope) => {
    const clock = clockOf(scope)
    const { now } = await clock.advance(ms, scope.context())
    return { now, offsetMs: clock.offsetMs() }
  },
  'clock.reset': async (_input, scope) => {
    const clock = clockOf(scope)
    const { now } = await clock.reset(scope.context())
    return { now, offsetMs: clock.offsetMs() }
  },
}

function clockOf({ engine }: HandlerScope): SandboxClock {
  const { sandboxClock } = engine.environment('sandbox')
  if (sandboxClock === null) throw new ServiceError('error.sandbox_only')
  return sandboxClock
}
