/** What the thread for Excel files can be asked, one request at a time. */
export interface XlsxCalls {
  /** Reads a sheet; returns its number of rows and the names of all sheets. */
  open: { input: { path: string; sheet: string | number }; output: { rows: number; sheets: string[] } }
  /** The cells of some rows of the open sheet. */
  take: { input: { from: number; count: number }; output: string[][] }
  /** Adds rows to the sheet to be written. */
  append: { input: { rows: string[][] }; output: null }
  /** Writes the appended rows, below a header. */
  save: { input: { path: string; header: string[] }; output: null }
}

/** Rows per message between the threads: receiving them takes the main thread about a millisecond. */
export const ROWS_AT_A_TIME = 500
