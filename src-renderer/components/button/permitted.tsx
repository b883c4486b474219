import { Tooltip } from '@mantine/core'
import { cloneElement, type MouseEvent, type ReactElement } from 'react'
import type { PageCallName } from '../../../src-preload/contract.ts'
import { useBarrier } from '../../client/rights.tsx'

/** A button or an item of a menu. */
type Control = ReactElement<Record<string, unknown>>

interface BarredProps {
  /** Why it cannot be used now; null if it can. */
  why: string | null
  children: Control
}

/**
 * A control that sometimes cannot be used: it then stays in its place, can be focused, does nothing, and says why to
 * the mouse, the keyboard and screen readers. What a menu or tooltip around it passes on reaches it only while it
 * works.
 */
export function Barred({ why, children, ...passed }: BarredProps) {
  if (why === null)
    return Object.keys(passed).length === 0 ? children : cloneElement(children, merged(children, passed))
  return (
    <Tooltip label={why} events={{ hover: true, focus: true, touch: true }}>
      {cloneElement(children, {
        // A disabled element would swallow the reason.
        disabled: false,
        'data-disabled': true,
        'aria-disabled': true,
        // What describes it otherwise would be read in place of the reason.
        'aria-describedby': undefined,
        'aria-description': why,
        onClick: stop,
      })}
    </Tooltip>
  )
}

interface PermittedProps {
  /** What the control does in the end. */
  call: PageCallName
  /** By default the open one; null for all. */
  projectId?: string | null
  children: Control
}

/** A control for those whose role allows this call; for the others, and while the service is away, it is barred. */
export function Permitted({ call, projectId, ...barred }: PermittedProps) {
  return <Barred {...barred} why={useBarrier(call, projectId)} />
}

/** What was passed on, which takes no handler and no class from the control itself. */
function merged({ props }: Control, passed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const all: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(passed)) {
    const own = props[name]
    if (typeof own === 'function' && typeof value === 'function')
      all[name] = (...given: unknown[]) => {
        own(...given)
        value(...given)
      }
    else if (name === 'className') all[name] = [own, value].filter(Boolean).join(' ')
    else if (value !== undefined) all[name] = value
  }
  return all
}

function stop(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}
