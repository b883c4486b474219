/**
 * What is typed while a drawer or dialog is on its way is meant for its field: a scanner, and a practised clerk, are
 * faster than the code that loads. It is kept until the focus arrives, and goes nowhere else.
 */
let held: string[] | null = null
/** What lies below, which may still be about to take the focus itself. */
let lower: readonly Element[] = []

const DIALOG = '[role="dialog"]'

/** Asked before a layer is drawn: all that it will lie over. */
export function dialogsInSight(): readonly Element[] {
  return [...document.querySelectorAll(DIALOG)]
}

/** Keeps what is typed from now on for the field above `below` that gets the focus next. */
export function holdKeys(below: readonly Element[]): void {
  lower = below
  if (held !== null) return
  held = []
  window.addEventListener('keydown', hold, { capture: true })
  document.addEventListener('focusin', hand)
}

/** Forgets what was typed: the layer was closed again, or wants nothing typed. */
export function dropKeys(): void {
  held = null
  window.removeEventListener('keydown', hold, { capture: true })
  document.removeEventListener('focusin', hand)
}

function hold(event: KeyboardEvent): void {
  const { key, isComposing } = event
  // AltGr, which some layouts need for signs, counts as both.
  const isCommand = (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph')
  if (isComposing || isCommand || event.metaKey) return
  if (key === 'Escape') held = []
  if (key.length > 1 && key !== 'Enter' && key !== 'Backspace') return
  held?.push(key)
  event.preventDefault()
  event.stopPropagation()
}

function hand({ target }: FocusEvent): void {
  const keys = held ?? []
  const dialog = target instanceof Element ? target.closest(DIALOG) : null
  if (dialog === null) return
  const isField = target instanceof HTMLInputElement && !target.readOnly && TEXT_TYPES.has(target.type)
  const isLower = lower.includes(dialog)
  if (isLower && !isField) return
  dropKeys()
  // Nothing that acts gets a key that nobody aimed at it.
  if (isField && !isLower) typeInto(target, keys)
}

const TEXT_TYPES = new Set(['text', 'search', 'email', 'url', 'tel'])

function typeInto(field: HTMLInputElement, keys: readonly string[]): void {
  const enter = keys.indexOf('Enter')
  const typed = (enter === -1 ? keys : keys.slice(0, enter)).reduce(
    (text, key) => (key === 'Backspace' ? text.slice(0, -1) : text + key),
    field.value,
  )
  if (typed !== field.value) {
    // React looks at the element's own property for changes that are not a person's, so that it would miss this one.
    const text = field.maxLength === -1 ? typed : typed.slice(0, field.maxLength)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  // A form is not sent by this: only a field that handles Enter itself, as after a scan, takes it.
  if (enter !== -1)
    queueMicrotask(() =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })),
    )
}
