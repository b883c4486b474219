import { create } from 'zustand'
import type { ErrorWords } from '../../client/error-words.ts'

/** What a toast offers to do. */
export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: number
  /** `sent`: on its way, outcome unknown. */
  kind: 'done' | 'sent' | 'trouble'
  words: ErrorWords | string
  action: ToastAction | null
  /** The id of its subject, such as a job or a card, whose outcome replaces or removes it. */
  about: string | null
}

/** More at once would go unread. */
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

/** Removes the outdated toasts about a subject. */
export function withdrawToasts(about: string): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.about !== about) }))
}

/** Confirms a change that was sent: its toasts say so and keep their buttons. */
export function settleToasts(about: string, words: string): void {
  useToasts.setState(({ toasts }) => ({
    toasts: toasts.map((toast) =>
      toast.about === about && toast.kind === 'sent' ? { ...toast, kind: 'done', words } : toast,
    ),
  }))
}

/** Toasts belong to the screen that showed them; another one starts without. */
export function clearToasts(): void {
  useToasts.setState({ toasts: [] })
}
