import { SimpleGrid } from '@mantine/core'
import type { EnvironmentName, ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'
import { ButtonLink } from '../../components/button/button-link.tsx'
import { RefreshButton } from '../../components/button/refresh-button.tsx'
import { ScreenBody } from '../../components/screen/screen-body.tsx'
import { ScreenTitle } from '../../components/screen/screen-title.tsx'
import { ErrorMessage, StateMessage } from '../../components/feedback/state-message.tsx'
import { text } from '../../locales/messages.ts'
import { AskName } from '../people/ask-name.tsx'
import { AttentionPanel } from './attention-panel.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { ExpiringPanel } from './expiring-panel.tsx'
import { GAP } from './panel.tsx'
import { StatusPanel } from './status-panel.tsx'
import { Tiles } from './tiles.tsx'

/** The state of the fleet and what needs attention; each number links to what it counts. */
export function OverviewScreen({ projectId, environment }: ProjectScope) {
  const { value: overview, error, loading, reload } = useQuery('overview.get', { projectId, environment })
  return (
    <>
      <ScreenTitle title={text('overview.title')}>
        <RefreshButton loading={loading} onRefresh={reload} />
      </ScreenTitle>
      <ScreenBody gap={GAP} aria-busy={loading && overview === undefined}>
        <AskName />
        {error !== null && (
          <ErrorMessage
            title={text('overview.error.title')}
            meaning={text('overview.error.text')}
            error={error}
            onRetry={reload}
          />
        )}
        {error === null && overview?.cards.total === 0 && overview.attention.length === 0 && (
          <NoCards environment={environment} />
        )}
        {error === null && (overview === undefined || overview.cards.total > 0 || overview.attention.length > 0) && (
          <>
            <Tiles overview={overview} />
            {/* What needs action comes first. */}
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={GAP}>
              <AttentionPanel overview={overview} projectId={projectId} environment={environment} />
              <ExpiringPanel overview={overview} />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={GAP}>
              <StatusPanel overview={overview} />
              <DeliveriesPanel overview={overview} />
            </SimpleGrid>
          </>
        )}
      </ScreenBody>
    </>
  )
}

/** Cards come on their own screen, which says how. */
function NoCards({ environment }: { environment: EnvironmentName }) {
  return (
    <StateMessage
      icon="cards"
      title={text(`cards.empty.${environment}.title`)}
      text={text(`overview.empty.${environment}`)}
    >
      <ButtonLink screen="cards" small>
        {text('overview.empty.action')}
      </ButtonLink>
    </StateMessage>
  )
}
