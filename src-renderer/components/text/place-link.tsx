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
  /** Within a row that is itself pressed, and that the keyboard reaches in another way: says its label on hover. */
  inRow?: boolean
  children: ReactNode
}

/** A link to a screen of the same project and environment; also opens in a new tab. */
export function PlaceLink({
  screen,
  params = {},
  className,
  label,
  current = false,
  inRow = false,
  children,
}: PlaceLinkProps) {
  const projectId = useAppStore((state) => state.projectId)
  const environment = useAppStore((state) => state.environment)
  const go = (event: MouseEvent) => {
    if (inRow) event.stopPropagation()
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    useAppStore.getState().open(screen, params)
  }
  return (
    <a
      className={className}
      href={hashOf({ projectId, environment, screen, params })}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      tabIndex={inRow ? -1 : undefined}
      data-tip={inRow ? label : undefined}
      onClick={go}
    >
      {children}
    </a>
  )
}
