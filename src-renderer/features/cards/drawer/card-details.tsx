import { Box, Flex, Stack } from '@mantine/core'
import type { ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import { SyncBadge } from '../../../components/badge/badges.tsx'
import { CopyButton } from '../../../components/button/copy-button.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { text } from '../../../locales/messages.ts'
import { useAhead } from '../ahead.ts'
import { PlannedSection } from '../planned/planned-section.tsx'
import { ExpiryDate } from '../expiry-date.tsx'
import { BlockSection } from './block-section.tsx'
import { FuelSwitches } from './fuel-switches.tsx'
import { OwnSection } from './own-section.tsx'
import { ReplacementSection } from './replacement-section.tsx'
import { Fact, Section } from './section.tsx'
import { SyncNotice } from './sync-notice.tsx'
import { VehicleSection } from './vehicle-section.tsx'

/** The card's details, with the editable fields. */
export function CardDetails({ card }: { card: ShownCard }) {
  const aheadMs = useAhead()
  return (
    <Stack gap="xl" py={20} px="xl">
      <SyncNotice card={card} />
      <PlannedSection card={card} />
      {card.status === 'inactive' && <BlockSection card={card} />}
      <ReplacementSection card={card} />
      <VehicleSection card={card} />
      <FuelSwitches card={card} />
      <OwnSection card={card} />
      <Section title={text('card.record')}>
        <Flex component="dl" direction="column" m={0} fz="sm">
          <Fact name={text('cards.column.expirationDate')}>
            <ExpiryDate value={card.expirationDate} />
          </Fact>
          <Fact name={text('card.sync')}>
            <SyncBadge status={card.syncStatus} message={null} />
          </Fact>
          <Fact name={text('card.lastSynced')}>
            {card.lastSyncedAt === null ? text('card.never') : <Moment value={card.lastSyncedAt} aheadMs={aheadMs} />}
          </Fact>
          <Fact name={text('card.updated')}>
            <Moment value={card.updatedAt} aheadMs={aheadMs} />
          </Fact>
          <Fact name={text('card.created')}>
            <Moment value={card.createdAt} aheadMs={aheadMs} />
          </Fact>
          <Fact name={text('card.providerId')}>
            <Box component="code" ff="monospace">
              {card.providerCardId}
            </Box>
            <CopyButton value={card.providerCardId} />
          </Fact>
        </Flex>
      </Section>
    </Stack>
  )
}
