import type { ListCardsQuery, ListDeliveriesQuery } from './generated/schemas.ts'

/** The names in the brackets of `filter[…]` or `sort[…]`, with their values. */
type Bracketed<Query, Prefix extends string> = {
  [Name in keyof Query as Name extends `${Prefix}[${infer Inner}]` ? Inner : never]?: Query[Name] | undefined
}

/** Which cards a list has, and in which order. */
export interface CardQuery {
  /** From 1. */
  page?: number | undefined
  /** Cards on a page, 1 to 100; 50 unless given. */
  limit?: number | undefined
  /** Any part of the card number, licence plate, driver or internal reference. */
  search?: string | undefined
  /** All of them must hold: `{ status: 'active', licensePlate: 'B-FL' }`. */
  filter?: Bracketed<ListCardsQuery, 'filter'> | undefined
  /** The newest cards come first unless given. */
  sort?: Bracketed<ListCardsQuery, 'sort'> | undefined
}

/** Which deliveries a list has; the newest come first. */
export interface DeliveryQuery {
  /** From 1. */
  page?: number | undefined
  /** Deliveries on a page, 1 to 100; 50 unless given. */
  limit?: number | undefined
  /** All of them must hold: `{ status: 'failed', event: 'card.enabled' }`. */
  filter?: Bracketed<ListDeliveriesQuery, 'filter'> | undefined
}
