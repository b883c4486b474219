import { Box, Flex, SimpleGrid, Stack, Text } from '@mantine/core'
import { Guard } from '../../components/feedback/guard.tsx'
import { PlaceLink } from '../../components/text/place-link.tsx'
import { formatNumber, formatPercent, text } from '../../locales/messages.ts'
import type { Params } from '../../place.ts'
import { onDemand } from '../../on-demand.ts'
import { STATUS_COLORS, STATUSES, SYNC_COLORS, SYNC_STATES } from './chart-colors.ts'
import type { Overview } from './overview-figures.ts'
import { Panel, Skeleton } from './panel.tsx'
import { Bar, Swatch } from './swatch.tsx'
import styles from './overview.module.css'

const StatusDonut = onDemand(async () => (await import('./charts.tsx')).StatusDonut)

const FUELS = [
  ['gasoline', 'authGasoline'],
  ['diesel', 'authDiesel'],
  ['lpg', 'authLpg'],
  ['heatingOil', 'authHeatingOil'],
] as const

/** The cards by status, their authorised fuels, and whether the provider agrees. */
export function StatusPanel({ overview }: { overview: Overview | undefined }) {
  return (
    <Panel title={text('overview.cards')}>
      {overview === undefined ? (
        <Skeleton rows={1} size="chart" />
      ) : (
        <Flex wrap="wrap" align="center" rowGap="sm" columnGap={{ base: 'lg', md: 28 }}>
          <Box pos="relative" flex="none" w="9.5rem" h="9.5rem" my="xs" ms="xs">
            <Guard small>
              <div aria-hidden="true">
                <StatusDonut cards={overview.cards} />
                <Stack
                  component="span"
                  gap={0}
                  align="center"
                  justify="center"
                  c="dimmed"
                  fz="xs"
                  lh={1.2}
                  className={styles.total}
                >
                  <Text component="strong" c="var(--text)" fz="1.375rem" fw={600} lh="inherit">
                    {formatNumber(overview.cards.total)}
                  </Text>
                  {text('overview.cards.total')}
                </Stack>
              </div>
            </Guard>
          </Box>
          <Box flex={1} miw={{ base: '9.5rem', md: '11rem' }}>
            <Box component="ul" mx={-8}>
              {STATUSES.map((status) => (
                <LegendRow
                  key={status}
                  params={{ status }}
                  color={STATUS_COLORS[status]}
                  word={text(`cards.status.${status}`)}
                  count={overview.cards[status]}
                  total={overview.cards.total}
                />
              ))}
            </Box>
            <h3>{text('overview.sync')}</h3>
            <Box component="ul" mx={-8}>
              {SYNC_STATES.map((state) => (
                <LegendRow
                  key={state}
                  params={{ sync: state }}
                  color={SYNC_COLORS[state]}
                  word={text(`cards.sync.${state}`)}
                  count={overview.sync[state]}
                  total={overview.cards.total}
                />
              ))}
            </Box>
          </Box>
        </Flex>
      )}
      <div className={styles.fuels}>
        <h3>{text('overview.fuels')}</h3>
        {overview === undefined ? (
          <Skeleton rows={4} />
        ) : (
          <SimpleGrid component="dl" cols={{ base: 1, md: 2 }} spacing={28} verticalSpacing={2} fz="sm">
            {FUELS.map(([name, label]) => (
              <div key={name} className={styles.fuel}>
                <dt>{text(`card.fuel.${label}`)}</dt>
                <dd>
                  <Bar share={shareOf(overview.authorizations[name], overview.cards.total)} />
                </dd>
                <dd>{formatNumber(overview.authorizations[name])}</dd>
              </div>
            ))}
          </SimpleGrid>
        )}
      </div>
    </Panel>
  )
}

interface LegendRowProps {
  params: Params
  color: string
  word: string
  count: number
  total: number
}

/** A colour of the ring: what it stands for, how many cards, and their share. */
function LegendRow({ params, color, word, count, total }: LegendRowProps) {
  return (
    <li>
      <PlaceLink screen="cards" params={params} className={styles.legendRow}>
        <Swatch color={color} />
        <Box component="span" flex={1}>
          {word}
        </Box>
        <span>{formatNumber(count)}</span>
        <Box component="span" visibleFrom="md" w="3rem" c="dimmed" ta="end">
          {formatPercent(shareOf(count, total))}
        </Box>
      </PlaceLink>
    </li>
  )
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
