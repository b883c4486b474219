import { z } from 'zod'
import { CARD_STATUSES, SYNC_STATUSES } from '../../domain/card.ts'
import { CARD_REASONS } from '../../domain/cards/card-reason.ts'
import {
  CARD_SORT_FIELDS,
  DEFAULT_PAGE_SIZE,
  MAXIMUM_PAGE_SIZE,
  PLANNED_FILTERS,
  SORT_DIRECTIONS,
  type CardListInput,
} from '../../domain/cards/card-list.ts'
import { environmentNameSchema } from '../../domain/environment-name.ts'
import { isText } from '../../domain/text.ts'
import { integerParameter } from '../integer-parameter.ts'

const SEARCH_LENGTH = 100
/** The last page whose offset is an exact number. */
const MAXIMUM_PAGE = Math.floor(Number.MAX_SAFE_INTEGER / MAXIMUM_PAGE_SIZE)

const ONCE = 'Must be given once, as plain text'
const text = z
  .string(ONCE)
  .refine((value) => Array.from(value).length <= SEARCH_LENGTH, `Must be at most ${SEARCH_LENGTH} characters`)
  // The search index accepts nothing else.
  .refine(isText, 'Must be well-formed text without NUL')

const status = z.enum(CARD_STATUSES).optional()
const environment = environmentNameSchema.optional()
const licensePlate = text.optional().meta({ override: { maxLength: SEARCH_LENGTH } })

/** The card list's query, under the names that callers use (`docs/api/lists.md`). */
export const cardListQuerySchema = z.object({
  page: integerParameter(1, MAXIMUM_PAGE, 1),
  limit: integerParameter(1, MAXIMUM_PAGE_SIZE, DEFAULT_PAGE_SIZE),
  'filter[status]': status,
  'filter[environment]': environment.meta({ description: "Any environment other than the key's own matches nothing" }),
  'filter[syncStatus]': z.enum(SYNC_STATUSES).optional(),
  'filter[licensePlate]': licensePlate.meta({
    description: 'The beginning of the plate; case, spaces and hyphens do not matter',
    override: { maxLength: SEARCH_LENGTH },
  }),
  'filter[expiresBefore]': z
    .union(
      [
        z.iso.date(),
        z.iso
          .datetime({ offset: true })
          .transform((moment) => new Date(moment).toISOString().slice(0, 10))
          .pipe(z.iso.date()),
      ],
      'Must be an ISO date such as 2027-01-31',
    )
    .optional()
    // A moment means its day: not worth a second type in every client.
    .meta({
      description: 'Cards whose last valid day is before this date (UTC)',
      override: ({ jsonSchema }) => {
        delete jsonSchema.anyOf
        Object.assign(jsonSchema, { type: 'string', format: 'date' })
      },
    }),
  'filter[reason]': z.enum(CARD_REASONS).optional().meta({ description: 'Disabled cards with this reason' }),
  'filter[plannedChange]': z.enum(PLANNED_FILTERS).optional().meta({ description: 'Cards for which this is planned' }),
  'filter[driver]': text.optional().meta({
    description: 'The driver’s complete name; case and accents do not matter, and ä is ae',
    override: { maxLength: SEARCH_LENGTH },
  }),
  'filter[costCentre]': text
    .optional()
    .meta({ description: 'The complete cost centre', override: { maxLength: SEARCH_LENGTH } }),
  search: text.optional().meta({
    description:
      'Any part of the card number, licence plate, driver or internal reference; case does not matter, nor do spaces and hyphens in numbers and plates',
    override: { maxLength: SEARCH_LENGTH },
  }),
  'sort[field]': z.enum(CARD_SORT_FIELDS).optional().meta({
    description: 'By default the newest cards come first. Cards without a value come last, in both directions',
  }),
  'sort[direction]': z.enum(SORT_DIRECTIONS).optional().meta({ description: 'asc if a field is given' }),
  status: status.meta({ description: 'Same as filter[status]', deprecated: true }),
  environment: environment.meta({ description: 'Same as filter[environment]', deprecated: true }),
  licensePlate: licensePlate.meta({
    description: 'Same as filter[licensePlate]',
    deprecated: true,
    override: { maxLength: SEARCH_LENGTH },
  }),
})

/** The query in the engine's names. A filter takes precedence over its alias. */
export function cardListInput(query: z.output<typeof cardListQuerySchema>): CardListInput {
  const sortField = query['sort[field]']
  return {
    page: query.page,
    limit: query.limit,
    status: query['filter[status]'] ?? query.status,
    environment: query['filter[environment]'] ?? query.environment,
    syncStatus: query['filter[syncStatus]'],
    licensePlate: query['filter[licensePlate]'] ?? query.licensePlate,
    expiresBefore: query['filter[expiresBefore]'],
    reason: query['filter[reason]'],
    planned: query['filter[plannedChange]'],
    driver: query['filter[driver]'],
    costCentre: query['filter[costCentre]'],
    search: query.search === '' ? undefined : query.search,
    sortField: sortField ?? 'createdAt',
    sortDirection: query['sort[direction]'] ?? (sortField === undefined ? 'desc' : 'asc'),
  }
}
