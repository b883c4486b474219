/** An element that had the focus, and the elements around it, nearest first, which take the focus once it is gone. */
export interface FocusPlace {
  element: HTMLElement
  around: readonly HTMLElement[]
}

/** Enough to find the way back out of a menu or a message. */
const REMEMBERED = 8

/** Former places of the focus, newest first; empty once a person drops the focus on purpose. */
let places: readonly FocusPlace[] = []

/**
 * Keeps the focus on the page: if the focused element disappears (a used button, a message, a row that no longer
 * matches), the closest remaining element around it takes the focus. Otherwise the browser would move it to the
 * document's body, and the next key would start from the top of the page.
 */
export function keepFocus(document: Document): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement)
      places = [placeOf(target), ...places.filter(({ element }) => element !== target)].slice(0, REMEMBERED)
  })
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    // Removing, hiding or disabling an element fires this as well; a person has left it only if it could have kept
    // the focus.
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
 * Focuses a place, or the closest remaining element around it; failing that, earlier places, and finally the whole
 * screen, which null also means.
 */
export function focusAt(wanted: FocusPlace | null): void {
  const elements = wanted === null ? [] : [wanted, ...places].flatMap(({ element, around }) => [element, ...around])
  for (const element of [...elements, document.querySelector<HTMLElement>('#screen')]) {
    if (element?.isConnected !== true) continue
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
}
