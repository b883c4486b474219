import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'

/** What a tooltip explains, and its words. */
interface Shown {
  target: HTMLElement
  words: string
}

/** As the theme has it for every other tooltip. */
const DELAY_MS = 300
/** When to open is decided here. */
const NEVER = { hover: false, focus: false, touch: false }

/**
 * One tooltip for everything that `data-tip` explains, while the pointer is on it or the keyboard brought the focus
 * there: rows have too many of them for one each. To screen readers, the element itself says its words.
 *
 * @example
 * <span data-tip={words} aria-label={words} />
 */
export function Tips() {
  const [shown, setShown] = useState<Shown | null>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let target: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      const words = target?.isConnected === true ? target.dataset['tip'] : undefined
      if (target === null || words === undefined) return
      setShown({ target, words })
      setOpen(true)
    }
    const turn = (to: HTMLElement | null, delayMs = DELAY_MS) => {
      if (to === target) return
      clearTimeout(timer)
      target = to
      setOpen(false)
      if (to !== null) timer = setTimeout(show, delayMs)
    }
    const stop = new AbortController()
    const on = <Type extends keyof DocumentEventMap>(type: Type, listener: (event: DocumentEventMap[Type]) => void) =>
      document.addEventListener(type, listener, { signal: stop.signal, capture: true })
    on('pointerover', (event) => turn(explained(event.target)))
    // Out of the window; a lifted finger leaves it open.
    on(
      'pointerout',
      ({ relatedTarget, pointerType }) => relatedTarget === null && pointerType !== 'touch' && turn(null),
    )
    on('focusin', ({ target: to }) => to instanceof Element && to.matches(':focus-visible') && turn(explained(to), 0))
    // Not within the event: what vanishes while nothing has the focus gives it back to where it was (`focus.ts`).
    on('focusout', ({ target: from }) => setTimeout(() => from === target && turn(null)))
    on('keydown', ({ key }) => key === 'Escape' && turn(null))
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])
  if (shown === null) return null
  return <Tooltip label={shown.words} target={shown.target} opened={isOpen} events={NEVER} />
}

function explained(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
}
