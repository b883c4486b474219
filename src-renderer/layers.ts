import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { create } from 'zustand'
import { focusAt, placeOfFocus, type FocusPlace } from './focus.ts'
import { dialogsInSight, dropKeys, holdKeys } from './typed-ahead.ts'

/** A drawer shows a place; a dialog, or a form within a drawer, waits for an answer. */
type LayerKind = 'drawer' | 'dialog' | 'question'

interface Layer {
  id: symbol
  kind: LayerKind
}

/** The layers over the screen (drawers, dialogs, the palette), the topmost last. */
const useLayers = create<{ open: readonly Layer[]; top: symbol | null }>()(() => ({ open: [], top: null }))

/**
 * The props of a Mantine drawer or dialog: Escape closes only the topmost, and `focus.ts` returns the focus,
 * even if the opener is gone.
 */
export interface LayerProps {
  closeOnEscape: boolean
  returnFocus: false
}

/**
 * Makes a layer lie over the screen while `isOpen`: everything below gets neither keys nor focus nor pointer. At the
 * end, the focus returns to where it was.
 */
export function useLayer(isOpen: boolean, kind: LayerKind = 'dialog'): LayerProps {
  const [id] = useState(() => Symbol('layer'))
  // Registered while rendering: a field in it may have the focus before its effects run.
  const before = useMemo(() => (isOpen ? placeOfFocus() : null), [isOpen])
  const below = useMemo(() => (isOpen ? dialogsInSight() : []), [isOpen])
  useLayoutEffect(() => {
    if (!isOpen) return
    // A layer that opens another one, as the palette opens a card, hands it the place to return the focus to.
    const from = ending === null ? before : ending.from
    ending = null
    putOn({ id, kind })
    const { activeElement, body } = document
    if (activeElement === body || activeElement === before?.element) holdKeys(below)
    return () => {
      takeOff(id)
      end(from)
    }
  }, [isOpen, id, kind, before, below])
  return { closeOnEscape: useIsTop(id), returnFocus: false }
}

/** Stands in for a layer whose code is still loading: it counts as open. */
export function LayerToCome(): null {
  useLayer(true)
  return null
}

/** A question within a drawer, such as the form at its foot: Escape closes it, not the drawer around it. */
export function useQuestion(onEscape: () => void): void {
  const [id] = useState(() => Symbol('question'))
  const isTop = useIsTop(id)
  // Registered after the drawer around it, which may open at the same time.
  useEffect(() => {
    putOn({ id, kind: 'question' })
    return () => takeOff(id)
  }, [id])
  useWindowEvent('keydown', ({ key, isComposing }) => key === 'Escape' && !isComposing && isTop && onEscape(), {
    capture: true,
  })
}

function useIsTop(id: symbol): boolean {
  return useLayers(({ top }) => top === null || top === id)
}

let ending: { from: FocusPlace | null } | null = null

/** Returns the focus once React is done: within its commit, React would restore the former focus. */
function end(from: FocusPlace | null): void {
  const mine = { from }
  ending = mine
  queueMicrotask(() => {
    if (ending !== mine) return
    ending = null
    focusAt(from)
  })
}

function putOn(layer: Layer): void {
  setOpen([...useLayers.getState().open, layer])
  settleTop()
}

function takeOff(id: symbol): void {
  setOpen(useLayers.getState().open.filter((other) => other.id !== id))
  // Once the key that closed it is over: the layer below must not take the same Escape.
  setTimeout(() => {
    settleTop()
    if (isFreeOfLayers()) dropKeys()
  })
}

function settleTop(): void {
  useLayers.setState(({ open }) => ({ top: open.at(-1)?.id ?? null }))
}

function setOpen(open: readonly Layer[]): void {
  useLayers.setState({ open })
  const screen = document.querySelector<HTMLElement>('#root')
  if (screen !== null) screen.inert = open.length > 0
  document.documentElement.toggleAttribute(
    'data-dialog',
    open.some(({ kind }) => kind === 'dialog'),
  )
}

/** Floats without being a layer, as menus do, and handles its own keys. */
const FLOATS = '[role="dialog"], [role="menu"], [role="listbox"]'

/** Whether a key pressed at `target` may act on the screen; decided only here. */
export function keysAreLive(target: EventTarget | null): boolean {
  return useLayers.getState().open.length === 0 && !(target instanceof Element && target.closest(FLOATS) !== null)
}

/** Whether nothing lies over the screen: what comes late may open something only then. */
export function isFreeOfLayers(): boolean {
  return useLayers.getState().open.length === 0
}

/** Whether navigation is allowed: not while a dialog waits for an answer. */
export function isFreeToGo(): boolean {
  return useLayers.getState().open.every(({ kind }) => kind === 'drawer')
}
