import type { Problem } from '../../../domain/problem.ts'

/**
 * - `missing`, `unreadable`: the file system says no
 * - `empty`, `not_a_table`, `no_header`, `damaged`: what is in the file
 * - `too_large`: more than the reader or the format takes
 * - `bad_option`: the caller named a sheet, delimiter or encoding that is not there
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
