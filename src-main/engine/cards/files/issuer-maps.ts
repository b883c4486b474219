import type { MappedWord } from '../../../domain/sync/mapped-word.ts'
import type { ColumnMap } from './columns.ts'
import { foldText } from './fold-text.ts'

/** How an issuer writes its card lists, as it has described in public. */
interface IssuerMap {
  issuer: string
  /** What is described, and where. */
  format: string
  source: string
  /** A file with all these titles is taken for one of these lists. */
  titles: readonly string[]
  columns: ColumnMap
  words: readonly MappedWord[]
}

const statuses = (meaning: string, words: readonly string[]): MappedWord[] =>
  words.map((word) => ({ field: 'status', word, meaning }))

/**
 * Only what is described in public, and only lists of cards: files of transactions are something else. Nothing was
 * found for the lists of DKV, UTA and TotalEnergies.
 */
const ISSUER_MAPS: readonly IssuerMap[] = [
  {
    issuer: 'Shell',
    format: 'Shell Card Management API, “Search Card”',
    // The model `Card`, with the statuses by number and words, in the SDK that the Shell Developer Portal offers.
    source: 'https://github.com/sdks-io/card-management-ruby-sdk/blob/main/doc/models/card.md',
    titles: ['PAN', 'StatusDescription', 'ExpiryDate'],
    columns: {
      cardNumber: 'PAN',
      providerCardId: 'CardId',
      status: 'StatusDescription',
      licensePlate: 'VRN',
      driver: 'DriverName',
      expirationDate: 'ExpiryDate',
      reason: 'Reason',
      internalReference: 'ClientReferenceId',
    },
    words: [
      ...statuses('active', [
        'Active',
        'Pending Renewal',
        'Active(Block in progress)',
        'Active(Cancel in progress)',
        'Active(Marked as damaged)',
        'Active (Scheduled for block)',
      ]),
      ...statuses('inactive', [
        'Blocked Card',
        'Expired',
        'Cancelled',
        'Replaced',
        'Temporary Block(Customer)',
        'Temporary Block(Shell)',
        'Fraud',
        'Blocked Card(Unblock in progress)',
      ]),
      ...statuses('new', ['New', 'New(Cancel in progress)']),
      { field: 'reason', word: 'Card no longer required', meaning: 'other' },
    ],
  },
  {
    issuer: 'Aral / bp',
    format: 'bp Open Fleet, Card Management API',
    // `CardApiResponse` in the OpenAPI document of https://developer.fleet.bp.com; the words of its statuses are not
    // described there.
    source: 'https://github.com/api-evangelist/bp/blob/main/openapi/bp-fleet-card-management-openapi.json',
    titles: ['fullCardNumber', 'cardStatusDescription', 'cardExpiryDate'],
    columns: {
      cardNumber: 'fullCardNumber',
      status: 'cardStatusDescription',
      licensePlate: 'vehicleRegistrationNumber',
      driver: 'cardHolderName',
      expirationDate: 'cardExpiryDate',
      costCentre: 'costCentreName',
    },
    words: [],
  },
  {
    issuer: 'BP Plus',
    format: 'BP Plus Online (Australia, New Zealand), “Export card file, Format 0”',
    // The first columns and the codes of the status are on the page that is public.
    source: 'https://kipdf.com/export-card-file-format-0-standard-format_5ac5f30d1723dddd5d6373a1.html',
    titles: ['Card Number', 'Card Expiry Date', 'Current Status Code', 'Current Status Date'],
    columns: { cardNumber: 'Card Number', expirationDate: 'Card Expiry Date', status: 'Current Status Code' },
    words: [
      ...statuses('active', ['100', '600', '700']),
      ...statuses(
        'inactive',
        '200 201 300 302 400 401 402 403 404 405 500 501 502 800 801 850 900 901 903 904 905 906 907 950'.split(' '),
      ),
    ],
  },
  {
    issuer: 'WEX',
    format: 'WEX EFS, Card Management web service, “getCardSummaries”',
    // The type `WSCardSummary` of its WSDL; what the statuses mean is on WEX's support page.
    source: 'https://customer.wexinc.com/customer-support/customer-support-fleet-efs-accounts/',
    titles: ['cardNumber', 'policyNumber', 'companyXRef', 'status'],
    columns: {
      cardNumber: 'cardNumber',
      status: 'status',
      driver: 'driverName',
      internalReference: 'companyXRef',
    },
    words: [...statuses('active', ['Active']), ...statuses('inactive', ['Inactive', 'Hold', 'Fraud'])],
  },
]

/** The description of an issuer's list that fits the titles of a file, with the columns that the file has; or null. */
export function issuerMapOf(header: readonly string[]): Omit<IssuerMap, 'titles'> | null {
  const there = new Map(header.map((title) => [foldText(title), title.trim()]))
  const found = ISSUER_MAPS.find(({ titles }) => titles.every((title) => there.has(foldText(title))))
  if (found === undefined) return null
  const columns = Object.fromEntries(
    Object.entries(found.columns).flatMap(([field, title]) => {
      const own = there.get(foldText(title))
      return own === undefined ? [] : [[field, own]]
    }),
  )
  const { issuer, format, source, words } = found
  return { issuer, format, source, columns, words }
}
