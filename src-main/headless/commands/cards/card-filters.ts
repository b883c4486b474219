import { Option, type Command } from 'commander'
import { CARD_REASONS, type CardReason } from '../../../domain/cards/card-reason.ts'
import {
  CARD_SORT_FIELDS,
  PLANNED_FILTERS,
  SORT_DIRECTIONS,
  type CardSortField,
} from '../../../domain/cards/card-list.ts'
import { CARD_STATUSES, SYNC_STATUSES, type CardStatus, type SyncStatus } from '../../../domain/card.ts'

export interface FilterOptions {
  status?: CardStatus
  syncStatus?: SyncStatus
  licensePlate?: string
  expiresBefore?: string
  costCentre?: string
  withReason?: CardReason
  planned?: (typeof PLANNED_FILTERS)[number]
  driver?: string
  search?: string
  sort?: CardSortField
  direction?: (typeof SORT_DIRECTIONS)[number]
}

/** The filters and sorting that listing and export share. */
export function addFilterOptions(command: Command): Command {
  return command
    .addOption(new Option('--status <status>', 'only cards in this status').choices(CARD_STATUSES))
    .addOption(new Option('--sync-status <status>', 'only cards in this sync status').choices(SYNC_STATUSES))
    .option('--license-plate <beginning>', 'only plates that start with this; spaces and hyphens are ignored')
    .option('--expires-before <date>', 'only cards whose last valid day is before this date, such as 2027-01-31')
    .addOption(new Option('--with-reason <code>', 'only cards disabled for this reason').choices(CARD_REASONS))
    .addOption(new Option('--planned <action>', 'only cards for which this is planned').choices(PLANNED_FILTERS))
    .option('--driver <name>', 'only cards of this driver, by the complete name')
    .option('--cost-centre <text>', 'only cards with this cost centre')
    .option('--search <text>', 'part of a card number, plate, driver or reference')
    .addOption(new Option('--sort <field>', 'field to sort by').choices(CARD_SORT_FIELDS))
    .addOption(new Option('--direction <direction>', 'its direction').choices(SORT_DIRECTIONS))
}

/** The options as a query of the contract. */
export function queryOf({
  sort,
  direction,
  status,
  syncStatus,
  licensePlate,
  expiresBefore,
  costCentre,
  withReason: reason,
  planned,
  driver,
  search,
}: FilterOptions) {
  return {
    status,
    syncStatus,
    licensePlate,
    expiresBefore,
    costCentre,
    reason,
    planned,
    driver,
    search,
    ...(sort === undefined ? {} : { sortField: sort }),
    sortDirection: direction,
  }
}
