import { mockCards } from '../../domain/cards/mock-cards.ts'
import type { PortalCard } from '../../domain/sync/portal-protocol.ts'
import { keptSetting, type Sqlite } from './open-store.ts'

export interface CardStore {
  count(): number
  /** Adds mock cards after the existing ones. */
  add(count: number): void
  find(providerCardId: string): PortalCard | null
  save(card: PortalCard): void
  /**
   * Cards in the order they were added.
   *
   * @param after the position of the previous page's last card; 0 for the first page
   * @param updatedSince in UTC with milliseconds
   */
  list(after: number, limit: number, updatedSince: string | null): { card: PortalCard; position: number }[]
}

interface Row {
  position: number
  provider_card_id: string
  card_number: string
  status: PortalCard['status']
  license_plate: string | null
  driver: string | null
  expiration_date: string | null
  gasoline: number
  diesel: number
  lpg: number
  heating_oil: number
  updated_at: string
}

export function createCardStore(sqlite: Sqlite, seed: number, now: () => Date): CardStore {
  // A file continues the set it started with, even on another day: otherwise numbers might collide.
  const keptSeed = Number(keptSetting(sqlite, 'seed', () => String(seed)))
  const total = sqlite.prepare('SELECT COUNT(*) AS total FROM card')
  const one = sqlite.prepare('SELECT * FROM card WHERE provider_card_id = ?')
  const all = sqlite.prepare('SELECT * FROM card WHERE position > ? ORDER BY position LIMIT ?')
  const updated = sqlite.prepare('SELECT * FROM card WHERE position > ? AND updated_at >= ? ORDER BY position LIMIT ?')
  const insert =
    sqlite.prepare(`INSERT INTO card (provider_card_id, card_number, status, license_plate, driver, expiration_date, gasoline, diesel, lpg, heating_oil, updated_at)
    VALUES (:provider_card_id, :card_number, :status, :license_plate, :driver, :expiration_date, :gasoline, :diesel, :lpg, :heating_oil, :updated_at)`)
  const update =
    sqlite.prepare(`UPDATE card SET card_number = :card_number, status = :status, license_plate = :license_plate, driver = :driver, expiration_date = :expiration_date,
    gasoline = :gasoline, diesel = :diesel, lpg = :lpg, heating_oil = :heating_oil, updated_at = :updated_at WHERE provider_card_id = :provider_card_id`)
  const count = () => (total.get() as { total: number }).total
  const add = sqlite.transaction((wanted: number) => {
    const at = now()
    for (const {
      providerCardId,
      cardNumber,
      status,
      licensePlate,
      driver,
      expirationDate,
      authGasoline,
      authDiesel,
      authLpg,
      authHeatingOil,
    } of mockCards(wanted, keptSeed, at, count())) {
      const authorizations = { gasoline: authGasoline, diesel: authDiesel, lpg: authLpg, heatingOil: authHeatingOil }
      insert.run(
        toRow({
          providerCardId,
          cardNumber,
          status,
          licensePlate,
          driver,
          expirationDate,
          authorizations,
          updatedAt: at.toISOString(),
        }),
      )
    }
  })
  return {
    count,
    add: (wanted) => add(wanted),
    find: (providerCardId) => {
      const row = one.get(providerCardId) as Row | undefined
      return row === undefined ? null : toCard(row)
    },
    save: (card) => void update.run(toRow(card)),
    list: (after, limit, updatedSince) => {
      const rows = (updatedSince === null ? all.all(after, limit) : updated.all(after, updatedSince, limit)) as Row[]
      return rows.map((row) => ({ card: toCard(row), position: row.position }))
    },
  }
}

function toRow(card: PortalCard): Omit<Row, 'position'> {
  const { gasoline, diesel, lpg, heatingOil } = card.authorizations
  return {
    provider_card_id: card.providerCardId,
    card_number: card.cardNumber,
    status: card.status,
    license_plate: card.licensePlate,
    driver: card.driver,
    expiration_date: card.expirationDate,
    gasoline: Number(gasoline),
    diesel: Number(diesel),
    lpg: Number(lpg),
    heating_oil: Number(heatingOil),
    updated_at: card.updatedAt,
  }
}

function toCard(row: Row): PortalCard {
  return {
    providerCardId: row.provider_card_id,
    cardNumber: row.card_number,
    status: row.status,
    licensePlate: row.license_plate,
    driver: row.driver,
    expirationDate: row.expiration_date,
    authorizations: {
      gasoline: row.gasoline === 1,
      diesel: row.diesel === 1,
      lpg: row.lpg === 1,
      heatingOil: row.heating_oil === 1,
    },
    updatedAt: row.updated_at,
  }
}
