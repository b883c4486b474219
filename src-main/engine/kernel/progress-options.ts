/** Options of calls that may take long. */
export interface ProgressOptions {
  signal?: AbortSignal | undefined
  onProgress?: ((progress: { done: number; total: number | null }) => void) | undefined
}
