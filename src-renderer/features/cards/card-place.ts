import { useAppStore } from '../../app-store.ts'

/** The task open on the card, if any. `stack` activates this card and then the other new ones. */
const CARD_TASKS = ['activate', 'stack', 'disable'] as const
export type CardTask = (typeof CARD_TASKS)[number]

/** The open file dialog. */
const FILE_TASKS = ['import', 'activate-file', 'update-file', 'list'] as const
export type FileTask = (typeof FILE_TASKS)[number]

/** The open card in the address, or null. */
export function useOpenCard(): { cardId: string; task: CardTask | null } | null {
  const cardId = useAppStore((state) => state.params['card'])
  const task = useAppStore((state) => state.params['do'])
  return cardId === undefined ? null : { cardId, task: CARD_TASKS.find((known) => known === task) ?? null }
}

/** Opens a card over the list, or another task of the open one; back closes it. */
export function openCard(cardId: string, task: CardTask | null = null): void {
  const { params, show } = useAppStore.getState()
  const { do: _do, ...others } = params
  show({ ...others, card: cardId, ...(task === null ? {} : { do: task }) }, params['card'] === undefined)
}

export function closeCard(): void {
  const { params, show } = useAppStore.getState()
  const { card: _card, do: _do, ...others } = params
  show(others)
}

/** The open file dialog in the address, or null. */
export function useFileTask(): FileTask | null {
  const task = useAppStore((state) => (state.params['card'] === undefined ? state.params['do'] : undefined))
  return FILE_TASKS.find((known) => known === task) ?? null
}

export function openFileTask(task: FileTask): void {
  const { params, show } = useAppStore.getState()
  const { card: _card, ...others } = params
  show({ ...others, do: task }, true)
}
