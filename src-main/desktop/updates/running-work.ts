import type { LiveEvent } from '../../domain/desk/live-event.ts'

/** Whether bulk jobs or synchronisations are running, according to the engine's live events. */
export interface RunningWork {
  follow(event: LiveEvent): void
  isAny(): boolean
}

export function createRunningWork(): RunningWork {
  const running = new Set<string>()
  const mark = (id: string, isRunning: boolean) => void (isRunning ? running.add(id) : running.delete(id))
  return {
    follow: (event) => {
      if (event.name === 'sync.progressed') mark(event.data.run.id, event.data.run.state === 'running')
      else if (event.name === 'job.progressed') mark(event.data.job.id, event.data.job.finishedAt === null)
    },
    isAny: () => running.size > 0,
  }
}
