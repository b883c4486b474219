import type { PlannedAction } from '../../../../src-main/domain/cards/planned-change.ts'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { CallResult } from '../../../../src-preload/contract.ts'
import { useService } from '../../../client/client-context.tsx'
import { framedWords } from '../../../client/error-words.ts'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { cardTail } from '../../../components/text/card-text.tsx'
import { formatDay, text } from '../../../locales/messages.ts'
import { askFirst, askUntil } from '../../consequence/consequence-store.ts'

/** The card of a plan, and what is planned. */
interface Plan extends ProjectScope {
  cardId: string
  cardNumber: string
  action: PlannedAction
}

interface PlanActions {
  /** Asks for another time. */
  move: (plan: Plan, aheadMs: number) => Promise<void>
  cancel: (plan: Plan) => Promise<void>
  /** Lets a plan from a backup happen; confirms first if fuel flows again. */
  release: (plan: Plan) => Promise<void>
}

const at = ({ projectId, environment, cardId }: Plan) => ({ projectId, environment, cardId })

export function usePlanActions(): PlanActions {
  const { client, data } = useService()
  const told = (
    { cardId, cardNumber }: Plan,
    result: CallResult<'cards.cancelPlanned' | 'cards.movePlanned' | 'cards.releasePlanned'>,
    done: (number: string) => string,
  ) => {
    const number = cardTail(cardNumber)
    data.invalidate(['cards.list', 'cards.get', 'cards.planned', 'audit.list'])
    if (result.ok) showToast('done', done(number), null, cardId)
    else showToast('trouble', framedWords('card.refused', result.error, { number }))
  }
  const run = async (call: 'cards.cancelPlanned' | 'cards.releasePlanned', plan: Plan) =>
    told(plan, await client.call(call, at(plan)), (number) => text(`planned.done.${call}`, { number }))
  return {
    move: async (plan, aheadMs) => {
      const { action, cardNumber } = plan
      const asked = await askUntil({
        title: text('planned.move.title', { number: cardTail(cardNumber) }),
        said: null,
        action: text('planned.move.do'),
        until: { action, aheadMs, required: true },
      })
      const until = asked?.until
      if (until === null || until === undefined) return
      told(plan, await client.call('cards.movePlanned', { ...at(plan), until }), (number) =>
        text('planned.done.cards.movePlanned', { number, time: formatDay(until) }),
      )
    },
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
