import { afterEach, describe, expect, it } from 'vitest'
import {
  clearToasts,
  settleToasts,
  showToast,
  useToasts,
  withdrawToasts,
} from '../../../src-renderer/components/feedback/toast-store.ts'

const shown = () => useToasts.getState().toasts.map(({ kind, words, action }) => [kind, words, action?.label])
const UNDO = { label: 'Undo', run: () => {} }

afterEach(clearToasts)

describe('a message about a card', () => {
  it('says that it is sent, then that it is done, and keeps its undo', () => {
    showToast('sent', 'Card 1 is disabled. The provider has yet to confirm.', UNDO, 'card 1')
    showToast('sent', 'Card 2 is disabled. The provider has yet to confirm.', UNDO, 'card 2')
    settleToasts('card 1', 'Card 1 is disabled')
    expect(shown()).toEqual([
      ['done', 'Card 1 is disabled', 'Undo'],
      ['sent', 'Card 2 is disabled. The provider has yet to confirm.', 'Undo'],
    ])
  })

  it('disappears once it is superseded, and a dismissed one does not come back', () => {
    showToast('sent', 'Card 1 is disabled', UNDO, 'card 1')
    withdrawToasts('card 1')
    settleToasts('card 1', 'Card 1 is disabled')
    expect(shown()).toEqual([])
  })
})
