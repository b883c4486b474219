/** What the thread for Excel files can be asked, one request after the other. */
export interface XlsxCalls {
  /** Reads a sheet; answers with its number of rows, and the names of all sheets. */
  open: { input: { path: string; sheet: string | number }; output: { rows: number; sheets: string[] } }
  /** Cells of some rows of the sheet that was opened. */
  take: { input: { from: number; count: number }; output: string[][] }
  /** Adds rows to the sheet to be written. */
  append: { input: { rows: string[][] }; output: null }
  /** Writes the rows that were added, under a header. */
  save: { input: { path: string; header: string[] }; output: null }
}

/** Rows that cross between the threads at a time: taking them in costs the main thread about a millisecond. */
export const ROWS_AT_A_TIME = 500
