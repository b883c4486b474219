/** One step of a file's structure. Its text never changes once released: a change is a further step. */
export interface Migration {
  /** Sorts in the order of application, in steps of ten. */
  id: string
  sql: string
}
