import { create } from 'zustand'

/** What a toast offers to do about what it tells. */
export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: number
  kind: 'done' | 'trouble'
  text: string
  action: ToastAction | null
}

/** More than these at once nobody reads. */
const MAXIMUM = 3

let lastId = 0

export const useToasts = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }))

/** Tells what was done, or that it was not, without standing in the way. */
export function tell(kind: Toast['kind'], text: string, action: ToastAction | null = null): void {
  lastId += 1
  const toast: Toast = { id: lastId, kind, text, action }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast].slice(-MAXIMUM) }))
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}
