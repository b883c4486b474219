import { create } from 'zustand'
import type { ErrorWords } from '../../client/error-words.ts'

/** What a toast offers to do. */
export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: number
  /** `sent`: on its way; what comes of it is not known yet. */
  kind: 'done' | 'sent' | 'trouble'
  words: ErrorWords | string
  action: ToastAction | null
  /** The id of its subject, such as a job or a card: it goes, or changes, with what becomes of that. */
  about: string | null
}

/** More at once are not read. */
const MAXIMUM = 3

let lastId = 0

export const useToasts = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }))

/** Reports success or failure without interrupting. */
export function showToast(
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

/** Removes the toasts about a subject: what they say has been overtaken. */
export function withdrawToasts(about: string): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.about !== about) }))
}

/** What was sent has arrived: the toasts about it say so, and keep what they offer. */
export function settleToasts(about: string, words: string): void {
  useToasts.setState(({ toasts }) => ({
    toasts: toasts.map((toast) =>
      toast.about === about && toast.kind === 'sent' ? { ...toast, kind: 'done', words } : toast,
    ),
  }))
}

/** Toasts belong to the place where they were shown: another screen has none of them. */
export function clearToasts(): void {
  useToasts.setState({ toasts: [] })
}
