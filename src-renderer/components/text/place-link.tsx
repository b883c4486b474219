import type { MouseEvent, ReactNode } from 'react'
import { hashOf } from '../../address.ts'
import { useAppStore } from '../../app-store.ts'
import type { Params, ScreenName } from '../../place.ts'

interface PlaceLinkProps {
  screen: ScreenName
  params?: Params
  className?: string | undefined
  /** Where the words alone do not say enough. */
  label?: string
  /** Where one is already. */
  current?: boolean
  children: ReactNode
}

/** Leads to a screen of the same project and environment, by an address that can be opened in a tab of its own. */
export function PlaceLink({ screen, params = {}, className, label, current = false, children }: PlaceLinkProps) {
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
      onClick={go}
    >
      {children}
    </a>
  )
}
