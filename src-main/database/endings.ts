import type { EndingWork } from './store.ts'

/** An item handed to `atEnd`, with the function that writes it. */
export interface Ending {
  write: EndingWork<unknown>
  item: unknown
}

/** Writes what a unit of work handed to `atEnd`: items for the same function together. */
export async function writeEndings(transaction: Parameters<EndingWork<unknown>>[0], endings: Ending[]): Promise<void> {
  while (endings.length > 0) {
    const write = endings[0]?.write
    const other = endings.findIndex((ending) => ending.write !== write)
    const together = endings.splice(0, other === -1 ? endings.length : other)
    await write?.(
      transaction,
      together.map(({ item }) => item),
    )
  }
}
