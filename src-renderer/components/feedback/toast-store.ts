import { create } from 'zustand'
import type { ErrorWords } from '../../client/error-words.ts'

/** What a toast offers to do about what it tells. */
export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: number
  kind: 'done' | 'trouble'
  words: ErrorWords | string
  action: ToastAction | null
  /** What it tells of, such as a job: withdrawn when that is settled elsewhere. */
  about: string | null
}

/** More than these at once nobody reads. */
const MAXIMUM = 3

let lastId = 0

export const useToasts = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }))

/** Tells what was done, or that it was not, without standing in the way. */
export function tell(
  kind: Toast['kind'],
  words: ErrorWords | string,
  action: ToastAction | null = null,
  about: string | null = null,
): void {
  lastId += 1
  const toast: Toast = { id: lastId, kind, words, action, about }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast].slice(-MAXIMUM) }))
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** Takes back what was told of a thing: what it offered is done. */
export function withdrawToasts(about: string): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.about !== about) }))
}
