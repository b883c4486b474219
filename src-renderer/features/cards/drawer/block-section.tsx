import { Button, Flex, Group } from '@mantine/core'
import type { AuditEntry } from '../../../../src-main/domain/audit.ts'
import { claimOf, type ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { CopyButton } from '../../../components/button/copy-button.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { formatDay, formatSecond, text } from '../../../locales/messages.ts'
import { actorWords } from '../../audit/audit-words.ts'
import { Fact, Section } from './section.tsx'
import { printText } from './print-text.ts'

/** Why, when and by whom the card was disabled, and a note about it to copy, print or mail. */
export function BlockSection({ card }: { card: ShownCard }) {
  const { value } = useQuery('audit.list', {
    kind: card.environment,
    projectId: card.projectId,
    targetId: card.id,
    action: 'card.disable',
    limit: 1,
  })
  const entry = value?.docs[0] ?? null
  // What the provider reported since has no note, and its reason is another.
  const isThis = entry !== null && (entry.after?.['reason'] ?? null) === card.reason
  if (card.reason === null && !isThis) return null
  const words = blockText(card, isThis ? entry : null)
  const subject = text('card.block.subject', { number: card.cardNumber })
  return (
    <Section title={text('card.block')} beside={<CopyButton value={words} label={text('card.block.copy')} />}>
      <Flex component="dl" direction="column" m={0} fz="sm">
        {card.reason !== null && <Fact name={text('cards.column.reason')}>{text(`card.reason.${card.reason}`)}</Fact>}
        {isThis && entry.reason !== null && <Fact name={text('card.do.disable.reason')}>{entry.reason}</Fact>}
        {isThis && (
          <>
            <Fact name={text('card.block.at')}>
              <Moment value={entry.time} />
            </Fact>
            <Fact name={text('card.block.by')}>{actorWords(entry)}</Fact>
          </>
        )}
      </Flex>
      <Group gap="sm">
        <Button variant="default" size="compact-sm" onClick={() => printText(subject, words)}>
          {text('card.block.print')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          component="a"
          target="_blank"
          rel="noreferrer"
          href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(words.replaceAll('\n', '\r\n'))}`}
        >
          {text('card.block.mail')}
        </Button>
      </Group>
    </Section>
  )
}

/** The note: what holds at the provider is part of it, because its reader relies on it. */
function blockText(card: ShownCard, entry: AuditEntry | null): string {
  const claim = claimOf(card)
  const lines = [
    text('card.block.text.card', { number: card.cardNumber }),
    card.licensePlate !== null && text('card.block.text.plate', { plate: card.licensePlate }),
    card.driver !== null && text('card.block.text.driver', { driver: card.driver }),
    card.reason !== null && text('card.block.text.reason', { reason: text(`card.reason.${card.reason}`) }),
    entry !== null && entry.reason !== null && text('card.block.text.note', { note: entry.reason }),
    entry !== null &&
      text('card.block.text.when', {
        time: `${formatDay(entry.time)} ${formatSecond(entry.time)}`,
        who: actorWords(entry),
      }),
    claim !== null
      ? text('card.block.text.refused')
      : card.atProvider.certainty === 'waiting' && text('card.block.text.pending'),
  ]
  return lines.filter((line) => line !== false).join('\n')
}
