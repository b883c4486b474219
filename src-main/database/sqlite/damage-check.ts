import { startThread } from '../thread.ts'

/** A running check of a whole file. */
export interface DamageCheck {
  /** What is wrong, one sentence each; empty for a sound file. A file that cannot be read through counts as damaged. */
  damage: Promise<string[]>
  /** Ends it; `damage` then rejects. */
  end(): Promise<void>
}

/** What the checking thread can be asked. */
export type CheckCalls = Record<'look', { input: { file: string }; output: string[] }>

/**
 * Checks a file on a thread and a connection of its own: searches need not wait for it, and it is not misled by what a
 * used connection has cached.
 */
export function beginCheck(file: string): DamageCheck {
  const ended = new Error('The check was ended')
  const thread = startThread<CheckCalls>(import.meta.url, { name: 'check' })
  const look = async (): Promise<string[]> => {
    try {
      return await thread.ask('look', { file })
    } catch (error) {
      if (error === ended) throw ended
      return [error instanceof Error ? error.message : String(error)]
    } finally {
      await thread.end()
    }
  }
  const damage = look()
  // After `end`, nothing may be listening any more.
  damage.catch(() => {})
  return { damage, end: () => thread.end(ended) }
}
