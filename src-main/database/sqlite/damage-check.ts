import { Worker } from 'node:worker_threads'

/** A look through a whole file that is under way. */
export interface DamageCheck {
  /** What is wrong; empty for a sound file. A file that cannot even be looked through is not a sound one. */
  damage: Promise<string[]>
  /** Ends it; `damage` then rejects. */
  end(): Promise<void>
}

/**
 * Looks for damage in a thread and on a connection that serve nothing else: neither does it keep searches waiting, nor
 * is it misled by what a connection remembers.
 */
export function beginCheck(file: string): DamageCheck {
  const worker = new Worker(workerUrl(), { workerData: { file }, name: 'check' })
  const damage = new Promise<string[]>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', (error) => resolve([error instanceof Error ? error.message : String(error)]))
    worker.once('exit', () => reject(new Error('The check was ended')))
  })
  // Whoever ended it may not be listening any more.
  damage.catch(() => {})
  return {
    damage,
    end: async () => {
      await worker.terminate()
    },
  }
}

/** From source the worker is a TypeScript file, run by Node itself; built, it stands beside the bundle. */
function workerUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './check-worker.ts' : './check-worker.js', import.meta.url)
}
