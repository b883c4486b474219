import { useEffect, useRef, type RefObject } from 'react'

/** Scrolls the box to its top whenever it shows another place, such as the next page. */
export function useScrollTop(box: RefObject<HTMLElement | null>, place: string | number | undefined): void {
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    box.current?.scrollTo({ top: 0 })
  }, [box, place])
}
