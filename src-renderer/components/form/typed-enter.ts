import { useRef, type FormEventHandler, type KeyboardEventHandler } from 'react'

interface TypedEnter {
  onInput: FormEventHandler<HTMLElement>
  onKeyDown: KeyboardEventHandler<HTMLElement>
}

/** Fields without typing: Enter in them submits nothing. */
const NOT_TYPED = new Set(['checkbox', 'radio', 'range', 'file', 'color'])

/**
 * Makes Enter in a field submit a form only after something was typed in this very form, and once per key stroke: an
 * Enter held or repeated through earlier questions does not answer this one. Buttons behave as usual.
 */
export function useTypedEnter(): TypedEnter {
  const typed = useRef(false)
  const isTyped = (target: EventTarget) => target instanceof HTMLInputElement && !NOT_TYPED.has(target.type)
  return {
    onInput: ({ target }) => {
      if (isTyped(target)) typed.current = true
    },
    onKeyDown: (event) => {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
      if (!typed.current || event.repeat || !isTyped(event.target)) event.preventDefault()
    },
  }
}
