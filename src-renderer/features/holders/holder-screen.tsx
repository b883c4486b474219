import { Button, Tabs } from '@mantine/core'
import { useState } from 'react'
import type { Holder, HolderFacts, HolderKind } from '../../../src-main/domain/cards/holder.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useAppStore } from '../../app-store.ts'
import { useQuery } from '../../client/client-context.tsx'
import { useMay } from '../../client/rights.tsx'
import { Barred, Permitted } from '../../components/button/permitted.tsx'
import { ToolButton } from '../../components/button/tool-button.tsx'
import { Guard } from '../../components/feedback/guard.tsx'
import { StateMessage } from '../../components/feedback/state-message.tsx'
import { Icon } from '../../components/icon.tsx'
import { ScreenTitle } from '../../components/screen/screen-title.tsx'
import '../../locales/later-words.ts'
import { plural, text } from '../../locales/messages.ts'
import { onDemand } from '../../on-demand.ts'
import { AheadContext } from '../cards/ahead.ts'
import { CardsPane, useCardsPage } from '../cards/cards-pane.tsx'
import { useAheadMs } from '../webhook/environment-time.ts'
import { HolderHistory } from './holder-history.tsx'
import { PastCards } from './past-cards.tsx'
import { Spellings } from './spellings.tsx'
import { disablingAll, HOLDER_TABS, useHolderTab, useHolderView, type HolderTab } from './holder-place.ts'
import styles from './holders.module.css'

const BulkDialog = onDemand(async () => (await import('../bulk/bulk-dialog.tsx')).BulkDialog)
const PersonalDialog = onDemand(async () => (await import('./personal-dialog.tsx')).PersonalDialog)

/** A driver by name or a vehicle by plate, as cards and history know them: there is no register of either. */
export function HolderScreen({ kind, ...place }: ProjectScope & { kind: HolderKind }) {
  const name = useAppStore(({ params }) => params['name'] ?? '')
    .trim()
    .slice(0, 100)
  const aheadMs = useAheadMs(place.environment)
  if (name === '') return <StateMessage icon="search" title={text(`holder.${kind}`)} />
  return (
    <AheadContext value={aheadMs}>
      <HolderPage key={name} {...place} holder={{ kind, name }} />
    </AheadContext>
  )
}

function HolderPage({ holder, ...place }: ProjectScope & { holder: Holder }) {
  const { kind } = holder
  const { value: facts } = useQuery('holders.get', { ...place, ...holder })
  const [tab, showTab] = useHolderTab()
  const name = facts?.name ?? holder.name
  return (
    <>
      <ScreenTitle title={name} count={facts !== undefined && countWords(kind, facts)}>
        {kind === 'driver' && <PersonalData projectId={place.projectId} names={namesOf(holder, facts)} />}
        <DisableAll {...place} holder={holder} name={name} active={facts?.active ?? null} />
      </ScreenTitle>
      {facts !== undefined && <Spellings holder={holder} facts={facts} />}
      <Tabs
        display="flex"
        flex={1}
        mih={0}
        pt="xs"
        className={styles.tabs}
        value={tab}
        keepMounted={false}
        onChange={(next) => showTab(HOLDER_TABS.find((known) => known === next) ?? 'cards')}
      >
        <Tabs.List aria-label={name}>
          {HOLDER_TABS.map((known) => (
            <Tabs.Tab key={known} value={known} leftSection={<Icon name={TAB_ICONS[known]} size={16} />}>
              {text(`holder.tab.${known}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel display="flex" flex={1} mih={0} pt="lg" className={styles.tabs} value={tab}>
          {tab === 'cards' && <CardsNow {...place} holder={holder} name={name} />}
          {tab === 'past' && <PastCards {...place} holder={holder} name={name} />}
          {tab === 'history' && <HolderHistory {...place} holder={holder} name={name} />}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

const TAB_ICONS = { cards: 'cards', past: 'archive', history: 'history' } as const satisfies Record<HolderTab, string>

function countWords(kind: HolderKind, { cards, active }: HolderFacts): string {
  const all = `${text(`holder.${kind}`)} · ${plural('cards.count', cards)}`
  return cards === 0 ? all : `${all}, ${plural('holder.cards.active', active)}`
}

/** Every spelling is a name of its own where personal data is concerned. */
function namesOf({ name }: Holder, facts: HolderFacts | undefined): string[] {
  const written = facts?.written.map((used) => used.name) ?? []
  return written.length === 0 ? [name] : written
}

function CardsNow({ holder, name, ...place }: ProjectScope & { holder: Holder; name: string }) {
  const [view, change] = useHolderView(holder)
  const answer = useCardsPage(place, view)
  return (
    <CardsPane
      {...place}
      view={view}
      answer={answer}
      onChange={change}
      empty={
        <StateMessage icon="cards" title={text('holder.cards.none', { name })} text={text('holder.cards.none.text')} />
      }
    />
  )
}

/** The bulk command on whatever of theirs is active now, with its own preview, confirmation and undo. */
function DisableAll({
  holder,
  name,
  active,
  ...place
}: ProjectScope & { holder: Holder; name: string; active: number | null }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Permitted call="bulk.start">
        <Barred why={active === 0 ? text('holder.disable.none', { name }) : null}>
          <Button
            flex="none"
            variant="default"
            leftSection={<Icon name="circleMinus" size={16} />}
            disabled={active === null}
            onClick={() => setAsking(true)}
          >
            {text('asks', { what: text('holder.disable') })}
          </Button>
        </Barred>
      </Permitted>
      <Guard overlay={{ open: asking, onClose: () => setAsking(false) }}>
        {asking && (
          <BulkDialog
            {...place}
            ask={disablingAll(holder)}
            onStarted={() => setAsking(false)}
            onClose={() => setAsking(false)}
          />
        )}
      </Guard>
    </>
  )
}

function PersonalData({ projectId, names }: { projectId: string; names: readonly string[] }) {
  const [open, setOpen] = useState(false)
  const { may } = useMay('personal.find')
  if (!may) return null
  return (
    <>
      <ToolButton icon="person" label={text('asks', { what: text('holder.personal') })} onClick={() => setOpen(true)} />
      <Guard overlay={{ open, onClose: () => setOpen(false) }}>
        {open && <PersonalDialog projectId={projectId} names={names} onClose={() => setOpen(false)} />}
      </Guard>
    </>
  )
}
