import { Guard } from '../../components/feedback/guard.tsx'
import { PlaceLink } from '../../components/text/place-link.tsx'
import { formatNumber, formatPercent, text } from '../../locales/messages.ts'
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

/** The cards by status, the fuels that they are authorised for, and whether the provider agrees. */
export function StatusPanel({ overview }: { overview: Overview | undefined }) {
  return (
    <Panel title={text('overview.cards')}>
      {overview === undefined ? (
        <Skeleton rows={1} size="chart" />
      ) : (
        <div className={styles.status}>
          <div className={styles.ring}>
            <Guard small>
              <div aria-hidden="true">
                <StatusDonut cards={overview.cards} />
                <span className={styles.total}>
                  <strong>{formatNumber(overview.cards.total)}</strong>
                  {text('overview.cards.total')}
                </span>
              </div>
            </Guard>
          </div>
          <div className={styles.facts}>
            <ul className={styles.legend}>
              {STATUSES.map((status) => (
                <li key={status}>
                  <PlaceLink screen="cards" params={{ status }} className={styles.legendRow}>
                    <Swatch color={STATUS_COLORS[status]} />
                    <span className={styles.grow}>{text(`cards.status.${status}`)}</span>
                    <span>{formatNumber(overview.cards[status])}</span>
                    <span className={styles.share}>
                      {formatPercent(shareOf(overview.cards[status], overview.cards.total))}
                    </span>
                  </PlaceLink>
                </li>
              ))}
            </ul>
            <h3>{text('overview.sync')}</h3>
            <ul className={styles.legend}>
              {SYNC_STATES.map((state) => (
                <li key={state}>
                  <PlaceLink screen="cards" params={{ sync: state }} className={styles.legendRow}>
                    <Swatch color={SYNC_COLORS[state]} />
                    <span className={styles.grow}>{text(`cards.sync.${state}`)}</span>
                    <span>{formatNumber(overview.sync[state])}</span>
                    <span className={styles.share}>
                      {formatPercent(shareOf(overview.sync[state], overview.cards.total))}
                    </span>
                  </PlaceLink>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <div className={styles.fuels}>
        <h3>{text('overview.fuels')}</h3>
        {overview === undefined ? (
          <Skeleton rows={4} />
        ) : (
          <dl>
            {FUELS.map(([name, label]) => (
              <div key={name}>
                <dt>{text(`card.fuel.${label}`)}</dt>
                <dd className={styles.track}>
                  <Bar share={shareOf(overview.authorizations[name], overview.cards.total)} />
                </dd>
                <dd>{formatNumber(overview.authorizations[name])}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Panel>
  )
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
