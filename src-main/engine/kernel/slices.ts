/** How long bulk work may hold the main thread in one go: below the 8 ms of the architecture, commit included. */
export const SLICE_MS = 5
