/** An element that had the focus, and what was around it, nearest first: who takes the focus when it is gone. */
export interface FocusPlace {
  element: HTMLElement
  around: readonly HTMLElement[]
}

/** Enough to find the way back out of a menu or a message. */
const REMEMBERED = 8

/** Where the focus was, newest first; empty once a person drops it on purpose. */
let places: readonly FocusPlace[] = []

/**
 * Keeps the focus on the page: where what has it goes away (a button that did its work, a message, a row that no longer
 * matches), the closest thing around it that is still there takes it. Without this the browser lets it fall to the
 * document's body, and the next key starts from the top of the page.
 */
export function keepFocus(document: Document): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement)
      places = [placeOf(target), ...places.filter(({ element }) => element !== target)].slice(0, REMEMBERED)
  })
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    // Removing, hiding or disabling an element fires this as well: a person left only an element that could have kept
    // it.
    queueMicrotask(() => {
      if (couldKeepIt(target) && isNowhere(document) && document.hasFocus()) places = []
    })
  })
  // A busy button is disabled for a moment, then takes the focus back.
  new MutationObserver(() => {
    if (isNowhere(document)) focusAgain()
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

function couldKeepIt(element: HTMLElement): boolean {
  return element.checkVisibility() && !element.matches(':disabled, [inert] *')
}

function focusAgain(): void {
  const [last] = places
  if (last !== undefined) focusAt(last)
}

function isNowhere({ activeElement, body }: Document): boolean {
  return activeElement === null || activeElement === body
}

function placeOf(element: HTMLElement): FocusPlace {
  const around: HTMLElement[] = []
  for (let parent = element.parentElement; parent !== null && parent !== document.body; parent = parent.parentElement)
    around.push(parent)
  return { element, around }
}

/** Where the focus is, or was last. */
export function placeOfFocus(): FocusPlace | null {
  return places[0] ?? null
}

/**
 * Focuses a place, or what is left of it; failing that, the places before it, and last the whole screen, which null also
 * means.
 */
export function focusAt(wanted: FocusPlace | null): void {
  const elements = wanted === null ? [] : [wanted, ...places].flatMap(({ element, around }) => [element, ...around])
  for (const element of [...elements, document.querySelector<HTMLElement>('#screen')]) {
    if (element?.isConnected !== true) continue
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
}
