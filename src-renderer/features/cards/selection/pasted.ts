import { openFileTask } from '../card-place.ts'

/** The list that was pasted into the search, until the dialog takes it. Never in the address: it may name drivers. */
let list = ''

/** Opens the dialog with a list that was pasted elsewhere, or with an empty field. */
export function openList(pasted = ''): void {
  list = pasted
  openFileTask('list')
}

/** What the dialog opens with. */
export function pastedList(): string {
  return list
}

export function forgetPasted(): void {
  list = ''
}
