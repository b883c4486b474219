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
import { IMPORT_ROW_KINDS, importRowSchema } from '../src-main/domain/sync/import-row.ts'
import { mappedWordSchema } from '../src-main/domain/sync/mapped-word.ts'
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

/** Room for the words of several columns. */
export const MAP_CHARACTERS = 20_000

const importInput = projectScopeSchema.extend({
  uploadId: fileId,
  /** For example `cardNumber=Karte Nr,driver=Name`; by default the headers are recognised. */
  map: text().max(MAP_CHARACTERS).optional(),
  sheet: text().max(100).optional(),
})

const rowsInput = projectScopeSchema.extend({ rowsId: fileId, kind: z.enum(IMPORT_ROW_KINDS) })

const importRowsSchema = z.object({
  /** The titles of the file's columns. */
  header: z.array(z.string()),
  /** `reason` is the English of the `problems`. */
  docs: z.array(importRowSchema.extend({ reason: z.string() })),
  total: z.int().min(0),
})

const word = text().max(500)
/** Titles, names of fields, and a sentence for each fault with its values in braces: `The card {{cardNumber}} is …`. */
const rowWordsSchema = z.object({
  line: word,
  because: word,
  cardNumber: word,
  field: word,
  before: word,
  after: word,
  fields: z.record(word, word),
  sentences: z.record(word, word),
  /** The fields as sentences name them: `The driver’s name`. */
  subjects: z.record(word, word),
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
      /** The one that is looked at: the first with known titles; null for a CSV file. */
      sheet: z.string().nullable(),
      headers: z.array(z.string()),
      /** The first rows. */
      sample: z.array(z.array(z.string())),
      /** Field to header, as recognised, or as chosen in the last import with the same headers. */
      columns: z.record(z.string(), z.string()),
      remembered: z.boolean(),
      /** What words and dates meant in that import. */
      words: z.array(mappedWordSchema),
      monthFirst: z.boolean(),
      /** Columns without a title that hold something, counted from 0. */
      untitled: z.array(z.int()),
      /** Columns that are this product's own remarks on refused rows, counted from 0. */
      remarks: z.array(z.int()),
      /** An issuer's public description of lists with these titles, for files not imported before. */
      offer: z
        .object({
          issuer: z.string(),
          format: z.string(),
          source: z.string(),
          columns: z.record(z.string(), z.string()),
          words: z.array(mappedWordSchema),
        })
        .nullable(),
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
    importReportSchema.extend({ rowsId: fileId }),
  ),
  /** The rows of an import that was tried or made in the last minutes, 50 at a time. */
  'imports.rows': everyone(CLERK, rowsInput.extend({ page: z.int().min(1).default(1) }), importRowsSchema),
  /** The same as CSV, the refused ones as they are in the file beside their reasons. */
  'imports.download': everyone(CLERK, rowsInput.extend({ words: rowWordsSchema.optional() }), downloadSchema),

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
