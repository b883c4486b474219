import { Button, Flex, Group, Text } from '@mantine/core'
import type { ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { Permitted } from '../../../components/button/permitted.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { formatDay, text } from '../../../locales/messages.ts'
import { actorWords } from '../../audit/audit-words.ts'
import { Fact, Section } from '../drawer/section.tsx'
import { useAhead } from '../ahead.ts'
import { usePlanActions } from './plan-actions.ts'

/** What happens to the card by itself, who planned it, and the way out. */
export function PlannedSection({ card }: { card: ShownCard }) {
  const { projectId, environment, id: cardId, cardNumber, plannedChange } = card
  const plan = useQuery('cards.planned', { projectId, environment, cardId }).value?.docs[0]
  const { cancel, move, release } = usePlanActions()
  const aheadMs = useAhead()
  if (plannedChange === null) return null
  const { action, at, held } = plannedChange
  const it = { projectId, environment, cardId, cardNumber, action }
  return (
    <Section title={text('planned.title')}>
      <Text size="sm" fw={500}>
        {text(`planned.will.${action}`, { time: formatDay(at) })}
      </Text>
      {held && <Text size="sm">{text('planned.held')}</Text>}
      {plan !== undefined && plan.at === at && (
        <Flex component="dl" direction="column" m={0} fz="sm">
          <Fact name={text('planned.column.by')}>{actorWords({ actor: plan.by, channel: 'app' })}</Fact>
          <Fact name={text('planned.column.plannedAt')}>
            <Moment value={plan.plannedAt} />
          </Fact>
          {plan.note !== null && <Fact name={text('card.do.disable.reason')}>{plan.note}</Fact>}
        </Flex>
      )}
      <Group gap="sm">
        {held && (
          <Permitted call="cards.releasePlanned">
            <Button size="compact-sm" onClick={() => void release(it)}>
              {text('planned.release')}
            </Button>
          </Permitted>
        )}
        <Permitted call="cards.movePlanned">
          <Button variant="default" size="compact-sm" onClick={() => void move(it, aheadMs)}>
            {text('planned.move')}
          </Button>
        </Permitted>
        <Permitted call="cards.cancelPlanned">
          <Button variant="default" size="compact-sm" onClick={() => void cancel(it)}>
            {text('planned.cancel')}
          </Button>
        </Permitted>
      </Group>
    </Section>
  )
}
