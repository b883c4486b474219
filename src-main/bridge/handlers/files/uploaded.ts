import type { ProjectScope } from '../../../domain/environment-name.ts'
import type { UploadedFile } from '../../../engine/desk/file-exchange.ts'
import type { HandlerScope } from '../handler.ts'

/** How to watch and abort the work on an upload. */
export interface UploadWatch {
  signal: AbortSignal
  onProgress: (progress: { done: number; total: number | null }) => void
}

/** Works with an uploaded file. Live events report its progress; discarding the upload aborts the work. */
export function withUpload<Result>(
  { uploadId, ...place }: ProjectScope & { uploadId: string },
  scope: HandlerScope,
  work: (file: UploadedFile, watch: UploadWatch) => Promise<Result>,
): Promise<Result> {
  const { engine, bulk, files } = scope
  return files.withUpload(uploadId, (file) => {
    const onProgress: UploadWatch['onProgress'] = (progress) => {
      bulk.onProgress?.(progress)
      engine.publishLive({
        name: 'work.progressed',
        data: { projectId: place.projectId, environment: place.environment, id: uploadId, ...progress },
      })
    }
    return work(file, {
      signal: bulk.signal === undefined ? file.discarded : AbortSignal.any([file.discarded, bulk.signal]),
      onProgress,
    })
  })
}
