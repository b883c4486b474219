import { z } from 'zod'
import {
  bulkCommandSchema,
  bulkJobSchema,
  bulkPreviewSchema,
  MAXIMUM_NAMED_CARDS,
  choiceSchema,
} from '../src-main/domain/cards/bulk.ts'
import { cardListInputSchema } from '../src-main/domain/cards/card-list.ts'
import { projectScopeSchema } from '../src-main/domain/environment-name.ts'
import { auditDatabaseSchema } from '../src-main/domain/audit.ts'
import { importReportSchema } from '../src-main/domain/sync/import-report.ts'
import { text } from '../src-main/domain/text.ts'
import { ADMINISTRATOR, CLERK, SELF, everyone } from './call-definition.ts'

/**
 * Files of a page, which may not name files of this machine: it uploads and downloads them piece by piece, through the
 * same calls in both hosts. A file not used for 15 minutes is removed.
 */

const fileId = text().min(1).max(100)
/** 512 kB. */
export const PIECE_BYTES = 512 * 1024
const piece = z.base64().max(Math.ceil(PIECE_BYTES / 3) * 4)
const LARGEST_UPLOAD_BYTES = 200 * 1024 * 1024
const listing = cardListInputSchema.omit({ page: true, limit: true }).partial().default({})

/** A file ready to be read. */
export const downloadSchema = z.object({ downloadId: fileId, name: z.string(), sizeBytes: z.int().min(0) })

const importInput = projectScopeSchema.extend({
  uploadId: fileId,
  /** For example `cardNumber=Karte Nr,driver=Name`; by default the headers are recognised. */
  map: text().max(2_000).optional(),
  sheet: text().max(100).optional(),
})

/** Imports and exports. A page cannot name files, so it uploads and downloads their content in pieces. */
export const FILE_CALLS = {
  'uploads.begin': everyone(
    SELF,
    z.object({ name: text().min(1).max(255), sizeBytes: z.int().min(0).max(LARGEST_UPLOAD_BYTES) }),
    z.object({ uploadId: fileId }),
  ),
  /** Pieces come in order; `offset` is this one's position. */
  'uploads.append': everyone(
    SELF,
    z.object({ uploadId: fileId, offset: z.int().min(0), data: piece }),
    z.object({ receivedBytes: z.int().min(0) }),
  ),
  'uploads.discard': everyone(SELF, z.object({ uploadId: fileId }), z.object({})),
  'downloads.read': everyone(
    SELF,
    z.object({ downloadId: fileId, offset: z.int().min(0) }),
    z.object({ data: piece, done: z.boolean() }),
  ),

  /** The file's columns and first rows, so that a person can map them. */
  'imports.look': everyone(
    CLERK,
    importInput,
    z.object({
      sheets: z.array(z.string()),
      headers: z.array(z.string()),
      /** The first rows. */
      sample: z.array(z.array(z.string())),
      /** Field to header, as recognised, or as chosen in the last import with the same headers. */
      columns: z.record(z.string(), z.string()),
      remembered: z.boolean(),
    }),
  ),
  /**
   * Without `apply`, a dry run. A file is part of the fleet unless it is `complete`; a complete one that lacks more
   * than a fifth of the cards is refused unless `acceptMissing`.
   */
  'imports.run': everyone(
    CLERK,
    importInput.extend({
      apply: z.boolean().default(false),
      complete: z.boolean().default(false),
      acceptMissing: z.boolean().default(false),
    }),
    importReportSchema,
  ),

  'bulk.previewFile': everyone(CLERK, importInput.extend({ command: bulkCommandSchema }), bulkPreviewSchema),
  'bulk.startFile': everyone(
    CLERK,
    importInput.extend({ command: bulkCommandSchema, choice: choiceSchema }),
    bulkJobSchema,
  ),
  /** The result of each card, as CSV. */
  'bulk.download': everyone(CLERK, projectScopeSchema.extend({ jobId: fileId }), downloadSchema),

  /** The matching cards, or the named ones among them. */
  'cards.download': everyone(
    CLERK,
    projectScopeSchema.extend({
      format: z.enum(['csv', 'xlsx']),
      delimiter: z.enum([',', ';']).default(','),
      query: listing,
      cardIds: z.array(z.uuid()).min(1).max(MAXIMUM_NAMED_CARDS).optional(),
    }),
    downloadSchema.extend({ cards: z.int().min(0) }),
  ),
  'audit.download': everyone(
    { role: 'clerk', scope: 'project', projectOf: 'filter' },
    z.object({ kind: auditDatabaseSchema, projectId: z.uuid().optional() }),
    downloadSchema,
  ),
  /** Versions, settings without secrets, counts, the newest log lines and the results of the file checks. */
  'diagnostics.download': everyone(ADMINISTRATOR, z.object({}), downloadSchema),
  /** Everything known about a driver in one project, in both environments. */
  'personal.download': everyone(
    CLERK,
    z.object({ projectId: z.uuid(), driver: text().trim().min(1).max(100) }),
    downloadSchema,
  ),
} as const
