import { Permitted } from '../../components/button/permitted.tsx'
import { Button } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import type { ShownCard } from '../../../src-main/domain/cards/at-provider.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useAppStore } from '../../app-store.ts'
import { useQuery, useService } from '../../client/client-context.tsx'
import { useRights } from '../../client/rights.tsx'
import { isFreeOfLayers } from '../../layers.ts'
import { Guard } from '../../components/feedback/guard.tsx'
import { Icon } from '../../components/icon.tsx'
import { RefreshButton } from '../../components/button/refresh-button.tsx'
import { ScreenTitle } from '../../components/screen/screen-title.tsx'
import '../../locales/later-words.ts'
import { plural, text } from '../../locales/messages.ts'
import { onDemand } from '../../on-demand.ts'
import { useAheadMs } from '../webhook/environment-time.ts'
import { AheadContext, useAhead } from './ahead.ts'
import { closeCard, openCard, useFileTask } from './card-place.ts'
import { CardsPane, totalOf, useCardsPage } from './cards-pane.tsx'
import { CardsEmpty } from './table/cards-empty.tsx'
import { CardsToolbar, TotalContext } from './toolbar/cards-toolbar.tsx'
import { isFiltered, queryOf, useCardsView } from './cards-view.ts'
import { findOnly, taskInHand } from './in-hand.ts'
import { ImportMenu } from './toolbar/import-menu.tsx'
import { ViewTabs } from './toolbar/view-tabs.tsx'

const ExpiryWorkbench = onDemand(async () => (await import('./expiry/expiry-workbench.tsx')).ExpiryWorkbench)
const FileDialog = onDemand(async () => (await import('../imports/file-dialog.tsx')).FileDialog)

/** The list of cards, remounted per project and environment so that one never shows the other's rows. */
export function CardsScreen(props: ProjectScope) {
  const isExpiring = useAppStore(({ params }) => params['expiring'] !== undefined)
  return (
    <AheadContext value={useAheadMs(props.environment)}>
      {isExpiring ? <ExpiryWorkbench {...props} /> : <CardsList {...props} />}
    </AheadContext>
  )
}

function CardsList({ projectId, environment }: ProjectScope) {
  const [view, change] = useCardsView()
  const answer = useCardsPage({ projectId, environment }, view)
  const [typing, setTyping] = useState(false)
  const fileTask = useFileTask()
  const filtered = isFiltered(view)
  const { client } = useService()
  const rights = useRights()
  const aheadMs = useAhead()
  const entered = useRef('')
  const [inHand, setInHand] = useState<ShownCard | null>(null)
  const enter = useCallback(
    async (search: string) => {
      entered.current = search
      const card = await findOnly(client, { projectId, environment }, queryOf({ ...view, search }, aheadMs))
      // Not if something else was typed or opened meanwhile.
      if (card === null || entered.current !== search || !isFreeOfLayers()) return
      setInHand(card)
      openCard(card.id, taskInHand(card, rights))
    },
    [client, projectId, environment, view, aheadMs, rights],
  )
  const type = useCallback((isTyping: boolean) => {
    entered.current = ''
    setTyping(isTyping)
  }, [])
  const total = totalOf(answer)
  return (
    <>
      <ScreenTitle
        title={text('cards.title')}
        count={total !== null && (filtered || total > 0) && plural(filtered ? 'cards.matches' : 'cards.count', total)}
      >
        <ExpiringLink />
        <ImportMenu />
        <ActivateNext projectId={projectId} environment={environment} />
        <RefreshButton loading={answer.loading} onRefresh={answer.reload} />
      </ScreenTitle>
      <ViewTabs projectId={projectId} environment={environment} view={view} total={total} onChange={change} />
      <TotalContext value={answer.value?.total ?? 0}>
        <CardsToolbar
          projectId={projectId}
          environment={environment}
          view={view}
          onChange={change}
          onTyping={type}
          onEnter={enter}
        />
      </TotalContext>
      <CardsPane
        projectId={projectId}
        environment={environment}
        view={view}
        answer={answer}
        inHand={inHand}
        onChange={change}
        typing={typing}
        empty={
          <CardsEmpty
            projectId={projectId}
            environment={environment}
            total={answer.value?.total ?? 0}
            filtered={filtered}
            onChange={change}
          />
        }
      />
      <Guard overlay={{ open: fileTask !== null, onClose: closeCard }}>
        {fileTask !== null && (
          <FileDialog
            key={fileTask}
            projectId={projectId}
            environment={environment}
            task={fileTask}
            onClose={closeCard}
          />
        )}
      </Guard>
    </>
  )
}

/** Leads to the expiry workbench. */
function ExpiringLink() {
  const open = useAppStore((state) => state.open)
  return (
    <Button
      variant="default"
      leftSection={<Icon name="calendar" size={16} />}
      onClick={() => open('cards', { expiring: 'all' })}
    >
      {text('cards.expiring')}
    </Button>
  )
}

/** Starts a stack of new cards, if there are any. */
function ActivateNext({ projectId, environment }: ProjectScope) {
  const { value } = useQuery('cards.list', {
    projectId,
    environment,
    query: { status: 'new', limit: 1, sortField: 'cardNumber', sortDirection: 'asc' },
  })
  const first = value?.docs[0]
  if (first === undefined) return null
  return (
    <Permitted call="cards.activate">
      <Button leftSection={<Icon name="activate" />} onClick={() => openCard(first.id, 'stack')}>
        {text('cards.activateNext')}
      </Button>
    </Permitted>
  )
}
