import type { PlannedAction } from '../../../../src-main/domain/cards/planned-change.ts'
import type { EnvironmentName } from '../../../../src-main/domain/environment-name.ts'
import { useService } from '../../../client/client-context.tsx'
import { framedWords } from '../../../client/error-words.ts'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { cardTail } from '../../../components/text/card-text.tsx'
import { text } from '../../../locales/messages.ts'
import { askFirst } from '../../consequence/consequence-store.ts'

/** The card of a plan, and what is planned. */
interface Plan {
  projectId: string
  environment: EnvironmentName
  cardId: string
  cardNumber: string
  action: PlannedAction
}

interface PlanActions {
  cancel: (plan: Plan) => Promise<void>
  /** Lets a plan from a backup happen; confirms first if fuel flows again. */
  release: (plan: Plan) => Promise<void>
}

export function usePlanActions(): PlanActions {
  const { client, data } = useService()
  const run = async (
    call: 'cards.cancelPlanned' | 'cards.releasePlanned',
    { projectId, environment, cardId, cardNumber }: Plan,
  ) => {
    const number = cardTail(cardNumber)
    const result = await client.call(call, { projectId, environment, cardId })
    data.invalidate(['cards.list', 'cards.get', 'cards.planned', 'audit.list'])
    if (result.ok) showToast('done', text(`planned.done.${call}`, { number }), null, cardId)
    else showToast('trouble', framedWords('card.refused', result.error, { number }))
  }
  return {
    cancel: (plan) => run('cards.cancelPlanned', plan),
    release: async (plan) => {
      const number = cardTail(plan.cardNumber)
      const question = {
        title: text('planned.release.title', { number }),
        said: text(`planned.release.${plan.action}`),
        action: text('planned.release'),
      }
      if (plan.action === 'disable' || (await askFirst(question))) await run('cards.releasePlanned', plan)
    },
  }
}
