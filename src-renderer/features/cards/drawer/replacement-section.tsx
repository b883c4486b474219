import { Flex, UnstyledButton } from '@mantine/core'
import type { ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { StatusBadge } from '../../../components/badge/badges.tsx'
import { CardNumber } from '../../../components/text/card-text.tsx'
import { expiryText as words } from '../../../locales/expiry/words.ts'
import { text } from '../../../locales/messages.ts'
import { openCard } from '../card-place.ts'
import { Fact, Section } from './section.tsx'
import styles from './drawer.module.css'

/** The cards before and after this one, each of which opens in its place. */
export function ReplacementSection({ card }: { card: ShownCard }) {
  const { projectId, environment, id } = card
  const { value } = useQuery('cards.replacements', { projectId, environment, cardId: id })
  if (value === undefined || (value.replaces === null && value.replacedBy === null)) return null
  const { replaces, replacedBy } = value
  const isDone = replacedBy !== null && card.reason === 'replaced' && replacedBy.status === 'active'
  return (
    <Section title={words('column.state')}>
      <Flex component="dl" direction="column" m={0} fz="sm">
        {replaces !== null && (
          <Fact name={words('replaces')}>
            <OtherCard card={replaces} />
          </Fact>
        )}
        {replacedBy !== null && (
          <Fact name={words(isDone ? 'replacedBy' : 'replacedBy.waiting')}>
            <OtherCard card={replacedBy} />
          </Fact>
        )}
      </Flex>
    </Section>
  )
}

function OtherCard({ card }: { card: ShownCard }) {
  return (
    <Flex component="span" gap="sm" align="center" justify="flex-end" wrap="wrap">
      <UnstyledButton
        className={styles.other}
        aria-label={text('cards.open', { number: card.cardNumber })}
        onClick={() => openCard(card.id)}
      >
        <CardNumber value={card.cardNumber} />
      </UnstyledButton>
      <StatusBadge card={card} />
    </Flex>
  )
}
