import type { Locator } from '@playwright/test'

/**
 * What of this part a person cannot get at: each control, and the first and last row of each table and list, is brought
 * into view and must then be what lies under the pointer; none may be in a part that only a program can scroll.
 */
export function unreachable(part: Locator): Promise<string[]> {
  return part.evaluate((root) => {
    const CONTROLS =
      'a[href], button, input, select, textarea, [role="tab"], tbody tr:first-child, tbody tr:last-child, li:last-child'
    const found: string[] = []
    const seen = root.getBoundingClientRect()
    /** Text for screen readers is in a box of one pixel. */
    const isUnseen = (element: Element) => {
      for (let box: Element | null = element; box !== null && box !== root; box = box.parentElement) {
        const { width, height } = box.getBoundingClientRect()
        if (width < 2 || height < 2 || box.getAttribute('aria-hidden') === 'true') return true
      }
      return false
    }
    for (const element of root.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (isUnseen(element)) continue
      // From the top, as a person who looks for it.
      window.scrollTo(0, 0)
      const at = element.getBoundingClientRect()
      if (at.top < 0 || at.bottom > window.innerHeight - 120 || at.left < 0 || at.right > window.innerWidth)
        element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      const name = `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)}`
      const box = element.getBoundingClientRect()
      const left = Math.max(box.left, seen.left + 24)
      const hit = document.elementFromPoint(left + Math.min(box.right - left, 40) / 2, box.top + box.height / 2)
      // A field that is drawn by its label is beneath it.
      const target =
        element instanceof HTMLInputElement ? (element.closest('label') ?? element.parentElement ?? element) : element
      if (hit === null || !(target.contains(hit) || (target !== element && hit.contains(element)))) {
        found.push(
          `${name}: ${hit === null ? 'outside the window' : `under ${hit.tagName.toLowerCase()} ${hit.textContent.slice(0, 40)}`}`,
        )
        continue
      }
      for (let box = element.parentElement; box !== null; box = box.parentElement) {
        if (getComputedStyle(box).overflowY === 'hidden' && box.scrollTop > 0)
          found.push(`${name}: scrolled by a program alone`)
      }
    }
    return found
  })
}
