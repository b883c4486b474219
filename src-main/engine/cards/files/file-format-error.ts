import type { Problem } from '../../../domain/problem.ts'

/**
 * - `missing`, `unreadable`: the file system refuses
 * - `empty`, `not_a_table`, `no_header`, `damaged`: the content is unusable
 * - `too_large`: beyond the limits of the reader or the format
 * - `bad_option`: there is no such sheet, delimiter or encoding
 */
export type FileFormatErrorCode =
  | 'missing'
  | 'unreadable'
  | 'empty'
  | 'not_a_table'
  | 'no_header'
  | 'damaged'
  | 'too_large'
  | 'bad_option'

/** A file that cannot be read or written as a table; message and problem are meant for the person who chose it. */
export class FileFormatError extends Error {
  readonly code: FileFormatErrorCode
  readonly problem: Problem

  constructor(code: FileFormatErrorCode, message: string, problem: Problem, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FileFormatError'
    this.code = code
    this.problem = problem
  }
}
