import { Permitted } from '../../../components/button/permitted.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { useService } from '../../../client/client-context.tsx'
import { errorWords, type ErrorWords } from '../../../client/error-words.ts'
import { Icon } from '../../../components/icon.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { StateMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { openFileTask } from '../card-place.ts'
import { NO_FILTER, type CardsView } from '../cards-view.ts'

interface CardsEmptyProps extends ProjectScope {
  total: number
  filtered: boolean
  onChange: (changes: Partial<CardsView>) => void
}

/** Why the list is empty and what to do: for a filter, a page that is gone, or a new project. */
export function CardsEmpty({ projectId, environment, total, filtered, onChange }: CardsEmptyProps) {
  if (total > 0) {
    return (
      <StateMessage icon="cards" title={text('cards.empty.page.title')}>
        <Button variant="default" onClick={() => onChange({ page: 1 })}>
          {text('cards.empty.page.action')}
        </Button>
      </StateMessage>
    )
  }
  if (filtered) {
    return (
      <StateMessage icon="search" title={text('cards.empty.filtered.title')} text={text('cards.empty.filtered.text')}>
        <Button variant="default" onClick={() => onChange(NO_FILTER)}>
          {text('cards.empty.filtered.action')}
        </Button>
      </StateMessage>
    )
  }
  if (environment === 'sandbox') return <EmptySandbox projectId={projectId} />
  return (
    <StateMessage icon="cards" title={text('cards.empty.production.title')} text={text('cards.empty.production.text')}>
      <Permitted call="imports.run">
        <Button leftSection={<Icon name="import" size={16} />} onClick={() => openFileTask('import')}>
          {text('cards.empty.production.action')}
        </Button>
      </Permitted>
    </StateMessage>
  )
}

const MOCK_CARDS = 100

function EmptySandbox({ projectId }: { projectId: string }) {
  const { client, data } = useService()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ErrorWords | null>(null)
  const create = async () => {
    setBusy(true)
    const result = await client.call('cards.mock', { projectId, count: MOCK_CARDS })
    setBusy(false)
    if (result.ok) data.invalidate(['cards.list'])
    else setProblem(errorWords(result.error))
  }
  return (
    <StateMessage icon="flask" title={text('cards.empty.sandbox.title')} text={text('cards.empty.sandbox.text')}>
      <Permitted call="cards.mock">
        <Button loading={busy} onClick={() => void create()}>
          {text('cards.empty.sandbox.action', { count: MOCK_CARDS })}
        </Button>
      </Permitted>
      <Problem words={problem} />
    </StateMessage>
  )
}
