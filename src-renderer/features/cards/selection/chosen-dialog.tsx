import { ActionIcon, Text } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { errorWords } from '../../../client/error-words.ts'
import { Icon } from '../../../components/icon.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { Pager } from '../../../components/table/pager.tsx'
import { SmallTable } from '../../../components/table/small-table.tsx'
import { CardInLine } from '../../../components/text/card-in-line.tsx'
import { cardTail } from '../../../components/text/card-text.tsx'
import { plural, text } from '../../../locales/messages.ts'
import { removeCard, useSelection } from './selection-store.ts'

/** As many as one call names. */
const PAGE_SIZE = 100

interface ChosenDialogProps extends ProjectScope {
  onClose: () => void
}

/** The selected cards, wherever they were found, to look through and thin out. */
export function ChosenDialog({ projectId, environment, onClose }: ChosenDialogProps) {
  const chosen = useSelection((state) => state.chosen)
  const ids = chosen.kind === 'cards' ? [...chosen.ids] : []
  const [asked, setPage] = useState(1)
  const page = Math.min(asked, Math.max(1, Math.ceil(ids.length / PAGE_SIZE)))
  const cardIds = ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const { value, error } = useQuery('cards.names', { projectId, environment, cardIds })
  const named = new Map((value ?? []).map((card) => [card.id, card]))
  return (
    <FormDialog
      title={plural('selection.count', ids.length)}
      action={null}
      busy={false}
      problem={error === null ? null : errorWords(error)}
      size="40rem"
      onSubmit={onClose}
      onClose={onClose}
    >
      {ids.length === 0 ? (
        <Text c="dimmed" fz="sm">
          {text('selection.none')}
        </Text>
      ) : (
        <SmallTable label={text('selection.label')}>
          {cardIds
            .flatMap((id) => named.get(id) ?? [])
            .map((card) => (
              <tr key={card.id}>
                <td>
                  <CardInLine card={card} />
                </td>
                <td align="right">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={text('selection.remove', { card: cardTail(card.cardNumber) })}
                    onClick={() => removeCard(card.id)}
                  >
                    <Icon name="close" size={16} />
                  </ActionIcon>
                </td>
              </tr>
            ))}
        </SmallTable>
      )}
      {ids.length > PAGE_SIZE && (
        <Pager
          page={page}
          pageSize={PAGE_SIZE}
          total={ids.length}
          sizes={[PAGE_SIZE]}
          onPage={setPage}
          onSize={() => {}}
        />
      )}
    </FormDialog>
  )
}
