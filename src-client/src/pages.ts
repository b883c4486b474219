/** One page of a list. */
export interface Page<Item> {
  /** The items of this page. */
  docs: Item[]
  /** How many items the whole list has. */
  total: number
}

/** The most that the service puts on a page. */
export const LARGEST_PAGE = 100

/** Every item of a list, page by page; the next page is read once it is needed. */
export async function* everyItem<Item extends { id: string }>(
  readPage: (page: number) => Promise<Page<Item>>,
  limit: number,
): AsyncGenerator<Item, void, undefined> {
  let before = new Set<string>()
  for (let page = 1; ; page += 1) {
    const { docs, total } = await readPage(page)
    // What was added meanwhile moves the end of the last page to the start of this one.
    for (const item of docs) if (!before.has(item.id)) yield item
    if (docs.length < limit || page * limit >= total) return
    before = new Set(docs.map(({ id }) => id))
  }
}
