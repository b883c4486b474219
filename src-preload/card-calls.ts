import { z } from 'zod'
import { auditEntrySchema } from '../src-main/domain/audit.ts'
import { activateInputSchema, switchInputSchema, updateInputSchema } from '../src-main/domain/card.ts'
import { shownCardSchema } from '../src-main/domain/cards/at-provider.ts'
import {
  cardCountSchema,
  cardListInputSchema,
  cardMatchSchema,
  MOST_COUNTS,
} from '../src-main/domain/cards/card-list.ts'
import {
  HOLDER_KINDS,
  holderFactsSchema,
  holderSchema,
  pastCardSchema,
  usedNameSchema,
} from '../src-main/domain/cards/holder.ts'
import {
  expiringCardSchema,
  expiringInputSchema,
  expiryPeriodsSchema,
  expiryWarningDaysSchema,
} from '../src-main/domain/cards/expiring.ts'
import { LINE_LENGTH, LINES_AT_ONCE } from '../src-main/domain/cards/pasted-list.ts'
import { movedUntilSchema, untilSchema } from '../src-main/domain/cards/planned-change.ts'
import { plannedCardSchema, plannedListInputSchema } from '../src-main/domain/cards/planned-list.ts'
import { projectScopeSchema } from '../src-main/domain/environment-name.ts'
import { importReportSchema } from '../src-main/domain/sync/import-report.ts'
import { reasonSchema, text } from '../src-main/domain/text.ts'
import { CLERK, MANAGER, VIEWER, commandLine, everyone } from './call-definition.ts'
import { MAP_CHARACTERS } from './file-calls.ts'

const uuid = z.uuid()
const oneCard = projectScopeSchema.extend({ cardId: uuid })
/** The reason is a code; other text is a note, as from earlier versions. */
const switchedCard = oneCard.extend({ reason: reasonSchema, note: switchInputSchema.shape.note, until: untilSchema })
const cardPage = z.object({ docs: z.array(shownCardSchema), total: z.int().min(0) })
const oneHolder = projectScopeSchema.extend(holderSchema.shape)
const pageOfHolder = oneHolder.extend({
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(100).default(25),
})
const absolutePath = text().min(1).max(4096)

/** One card at a time, lists, and files of cards. */
export const CARD_CALLS = {
  'cards.list': everyone(
    VIEWER,
    projectScopeSchema.extend({ query: cardListInputSchema.partial().default({}) }),
    cardPage,
  ),
  /** How many cards match each query, in their order; counting one by one ends at 10,000. */
  'cards.counts': everyone(
    VIEWER,
    projectScopeSchema.extend({ queries: z.array(cardMatchSchema).max(MOST_COUNTS) }),
    z.array(cardCountSchema),
  ),
  /** The cost centres in use: the first 500 in alphabetical order. */
  'cards.costCentres': everyone(VIEWER, projectScopeSchema, z.array(z.string())),
  'cards.get': everyone(VIEWER, oneCard, shownCardSchema),
  /** How people know the cards of a list of IDs. IDs that are not the project's cards are left out. */
  'cards.names': everyone(
    VIEWER,
    projectScopeSchema.extend({ cardIds: z.array(uuid).max(100) }),
    z.array(shownCardSchema.pick({ id: true, cardNumber: true, licensePlate: true, driver: true })),
  ),
  /** The cards that the lines of a list from elsewhere name, by number, plate or driver; the first few of each line. */
  'cards.findListed': everyone(
    VIEWER,
    projectScopeSchema.extend({ lines: z.array(text().max(LINE_LENGTH)).max(LINES_AT_ONCE) }),
    z.array(
      z.object({
        line: z.string(),
        cards: z.array(
          shownCardSchema.pick({
            id: true,
            cardNumber: true,
            licensePlate: true,
            driver: true,
            status: true,
            atProvider: true,
          }),
        ),
        total: z.int(),
      }),
    ),
  ),
  /** A driver or a vehicle, as the cards know them. */
  'holders.get': everyone(VIEWER, oneHolder, holderFactsSchema),
  /** The cards that were theirs. */
  'holders.past': everyone(VIEWER, pageOfHolder, z.object({ docs: z.array(pastCardSchema), total: z.int() })),
  /** The audit entries of cards while they were theirs. */
  'holders.history': everyone(VIEWER, pageOfHolder, z.object({ docs: z.array(auditEntrySchema), total: z.int() })),
  /** Names and plates in use that contain a text. */
  'holders.suggest': everyone(
    VIEWER,
    projectScopeSchema.extend({
      kind: z.enum(HOLDER_KINDS),
      typed: text().max(100),
      limit: z.int().min(1).max(20).default(6),
    }),
    z.array(usedNameSchema),
  ),
  'cards.activate': everyone(
    CLERK,
    oneCard.extend({ ...activateInputSchema.shape, reason: reasonSchema }),
    shownCardSchema,
  ),
  'cards.update': everyone(
    CLERK,
    oneCard.extend({ ...updateInputSchema.shape, reason: reasonSchema }),
    shownCardSchema,
  ),
  'cards.enable': everyone(CLERK, switchedCard, shownCardSchema),
  'cards.disable': everyone(CLERK, switchedCard, shownCardSchema),
  /** Hands over to the card, which becomes active: from the given one, or the one that it names. */
  'cards.handOver': everyone(
    CLERK,
    oneCard.extend({ replacesCardId: uuid.optional(), reason: reasonSchema }),
    z.object({ card: shownCardSchema, replaced: shownCardSchema }),
  ),
  /** The cards before and after this one: the one that it replaces, and the one that replaces it. */
  'cards.replacements': everyone(
    VIEWER,
    oneCard,
    z.object({ replaces: shownCardSchema.nullable(), replacedBy: shownCardSchema.nullable() }),
  ),
  /** The expiry workbench: a page of the cards that end on these days, by their last day. */
  'cards.expiring': everyone(
    VIEWER,
    projectScopeSchema.extend(expiringInputSchema.shape),
    z.object({ docs: z.array(expiringCardSchema), total: z.int().min(0) }),
  ),
  /** How many cards end in the months ahead, by the state of their replacement. */
  'cards.expiryPeriods': everyone(VIEWER, projectScopeSchema, expiryPeriodsSchema),
  /** How many days before its last day a card is announced (`card.expiring`) in this environment. */
  'cards.setExpiryWarning': everyone(
    MANAGER,
    projectScopeSchema.extend({ days: expiryWarningDaysSchema }),
    expiryPeriodsSchema,
  ),
  /** What is planned for cards, the next first. */
  'cards.planned': everyone(
    VIEWER,
    projectScopeSchema.extend(plannedListInputSchema.partial().shape),
    z.object({ docs: z.array(plannedCardSchema), total: z.int().min(0) }),
  ),
  'cards.cancelPlanned': everyone(CLERK, oneCard.extend({ reason: reasonSchema }), shownCardSchema),
  /** Lets a planned change happen at another time. */
  'cards.movePlanned': everyone(
    CLERK,
    oneCard.extend({ until: movedUntilSchema, reason: reasonSchema }),
    shownCardSchema,
  ),
  /** Confirms a planned change that came back from a backup. */
  'cards.releasePlanned': everyone(CLERK, oneCard.extend({ reason: reasonSchema }), shownCardSchema),
  /** Sandbox only. Without a seed, draws one and returns it. Progress: cards created. */
  'cards.mock': everyone(
    MANAGER,
    z.object({
      projectId: uuid,
      count: z.int().min(1).max(5_000_000),
      seed: z
        .int()
        .min(0)
        .max(2 ** 32 - 1)
        .optional(),
    }),
    z.object({ created: z.int(), seed: z.int() }),
  ),
  /** As `imports.run`; `refused` is a CSV file to write the refused rows to. Progress: rows read. */
  'cards.import': commandLine(
    CLERK,
    projectScopeSchema.extend({
      file: absolutePath,
      apply: z.boolean().default(false),
      map: text().max(MAP_CHARACTERS).optional(),
      refused: absolutePath.optional(),
      sheet: text().max(100).optional(),
      complete: z.boolean().default(false),
      acceptMissing: z.boolean().default(false),
    }),
    importReportSchema,
  ),
  /** Progress: cards written. */
  'cards.export': commandLine(
    CLERK,
    projectScopeSchema.extend({
      file: absolutePath,
      delimiter: z.enum([',', ';']).default(','),
      query: cardListInputSchema.omit({ page: true, limit: true }).partial().default({}),
    }),
    z.object({ file: z.string(), cards: z.int() }),
  ),
} as const
