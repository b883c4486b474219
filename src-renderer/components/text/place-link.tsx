import type { MouseEvent, ReactNode } from 'react'
import { hashOf } from '../../address.ts'
import { useAppStore } from '../../app-store.ts'
import type { Params, ScreenName } from '../../place.ts'

interface PlaceLinkProps {
  screen: ScreenName
  params?: Params
  className?: string | undefined
  /** For links whose text does not say enough. */
  label?: string
  /** Marks the place that is open now. */
  current?: boolean
  /** False within a row that the keyboard reaches in another way. */
  isTabStop?: boolean
  children: ReactNode
}

/** A link to a screen of the same project and environment; also opens in a new tab. */
export function PlaceLink({
  screen,
  params = {},
  className,
  label,
  current = false,
  isTabStop = true,
  children,
}: PlaceLinkProps) {
  const { projectId, environment, open } = useAppStore()
  const go = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(screen, params)
  }
  return (
    <a
      className={className}
      href={hashOf({ projectId, environment, screen, params })}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      tabIndex={isTabStop ? undefined : -1}
      onClick={go}
    >
      {children}
    </a>
  )
}
