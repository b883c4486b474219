import { startThread } from '../thread.ts'

/** A look through a whole file that is under way. */
export interface DamageCheck {
  /** What is wrong; empty for a sound file. A file that cannot even be looked through is not a sound one. */
  damage: Promise<string[]>
  /** Ends it; `damage` then rejects. */
  end(): Promise<void>
}

/** What the thread that looks for damage can be asked. */
export type CheckCalls = Record<'look', { input: { file: string }; output: string[] }>

/**
 * Looks for damage in a thread and on a connection that serve nothing else: neither does it keep searches waiting, nor
 * is it misled by what a connection remembers.
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
  // After `end`, nobody may be listening.
  damage.catch(() => {})
  return { damage, end: () => thread.end(ended) }
}
