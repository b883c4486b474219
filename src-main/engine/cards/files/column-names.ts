import { foldings, foldText } from './fold-text.ts'

/** What a column of a card file can hold. */
export const FIELDS = [
  'cardNumber',
  'providerCardId',
  'status',
  'licensePlate',
  'driver',
  'expirationDate',
  'authGasoline',
  'authDiesel',
  'authLpg',
  'authHeatingOil',
  'reason',
  'internalReference',
  'costCentre',
  'notes',
  'replacesCardNumber',
] as const

export type Field = (typeof FIELDS)[number]

/** The field that a header names in German, French, Dutch or English, whatever its case, accents and punctuation. */
export function recogniseField(header: string): Field | undefined {
  const whole = foldText(header)
  const found = BY_NAME.get(whole) ?? BY_NAME.get(foldText(withoutRemark(header)))
  if (found !== undefined) return found
  const fuel = whole.replace(FUEL_PREFIX, '').replace(FUEL_SUFFIX, '')
  return fuel === whole ? undefined : FUELS_BY_NAME.get(fuel)
}

/** Drops text in brackets, as in `Gültig bis (MM/JJJJ)` and `Fahrer [Name]`. */
function withoutRemark(header: string): string {
  return header.replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ')
}

const names = (text: string): string[] => text.trim().split(/\s*[|\n]\s*/)

// The name of a fuel means its authorization, alone or with one of these words, as in `Freigabe Diesel` or
// `Diesel allowed`.
const FUEL_PREFIX =
  /^(?:auth(?:ori[sz](?:ation|ed))?|autorisation|autorise|autorisatie|freigabe|erlaubt|produkt|produit|product|toestemming|toegestaan|allow(?:ed)?|kraftstoff|carburant|brandstof|fuel)/
const FUEL_SUFFIX = /(?:auth(?:ori[sz](?:ation|ed))?|autorise|freigabe|freigegeben|erlaubt|toegestaan|allowed|enabled)$/

const FUEL_NAMES = {
  authGasoline: names(
    'Benzin | Super | Benzin/Super | Super/Benzin | Ottokraftstoff | Essence | Sans plomb | Super sans plomb | Benzine | Gasoline | Petrol | Gasoline/Petrol | Petrol/Gasoline | Unleaded',
  ),
  authDiesel: names('Diesel | Dieselkraftstoff | Gazole | Gasoil | Gas-oil'),
  authLpg: names('LPG | Autogas | Autogas/LPG | LPG/Autogas | Flüssiggas | GPL | GPL-c'),
  authHeatingOil: names('Heizöl | Fioul | Fuel domestique | Mazout | Stookolie | Huisbrandolie | Heating oil'),
} satisfies Partial<Record<Field, string[]>>

// Ambiguous words are left out on purpose, such as `Karte`, `Name` and `Cardholder`, which on many cards is the firm.
const NAMES: Record<Field, string[]> = {
  cardNumber: names(`
    Kartennummer | Karten-Nr. | Karten Nummer | Kartennr | Karte Nr. | Tankkarte | Tankkartennummer | Tankkarten-Nr. | Nummer der Karte | PAN
    Numéro de carte | Numéro carte | Numéro de la carte | N° de carte | N° carte | No carte | No de carte | Num carte | Nr carte | Carte carburant
    Kaartnummer | Kaart nr. | Tankpas | Tankpasnummer | Pasnummer | Pas nr. | Tankkaart | Tankkaartnummer
    Card number | Card No. | Card Nr | Card num | Fuel card | Fuel card number | Fuel card no.
  `),
  providerCardId: names(`
    Karten-ID | Interne Karten-ID | Kartenkennung | Anbieter-ID | Anbieter-Karten-ID
    Identifiant de la carte | Identifiant carte | ID carte | ID de carte | Référence carte
    Kaart-ID | Pas-ID | Kaartreferentie
    Card ID | Provider card ID | Provider ID | Internal card ID | Card reference | External ID
  `),
  status: names(
    'Status | Kartenstatus | Karten-Status | Zustand | Statut | Statut carte | Statut de la carte | État | État de la carte | Kaartstatus | Passtatus | Status kaart | Card status',
  ),
  licensePlate: names(`
    Kennzeichen | Kfz-Kennzeichen | Amtliches Kennzeichen | Pol. Kennzeichen | Autokennzeichen | Fahrzeugkennzeichen | KFZ | KZ
    Immatriculation | Numéro d'immatriculation | N° d'immatriculation | N° immatriculation | Plaque d'immatriculation | Plaque | Véhicule immatriculation | Immat
    Kenteken | Kentekenplaat | Nummerplaat | Nummerplaat voertuig
    License plate | Licence plate | License plate number | Licence plate number | Plate | Plate number | Number plate | Registration | Registration number | Vehicle registration | Vehicle registration number | Reg. no. | VRN
  `),
  driver: names(`
    Fahrer | Fahrername | Name des Fahrers | Fahrer/in | Fahrer Name
    Conducteur | Nom du conducteur | Nom conducteur | Chauffeur | Nom du chauffeur
    Bestuurder | Naam bestuurder | Bestuurdersnaam | Naam chauffeur
    Driver | Driver name | Name of driver
  `),
  expirationDate: names(`
    Gültig bis | Gültigkeit | Gültigkeitsdatum | Gültigkeitsende | Ablaufdatum | Ablauf | Verfallsdatum | Verfall | Läuft ab | Läuft ab am
    Date d'expiration | Date expiration | Expiration | Expire le | Date d'échéance | Échéance | Date de validité | Fin de validité | Date de fin de validité | Valable jusqu'au | Valide jusqu'au | Valable jusqu'à
    Vervaldatum | Vervalt op | Geldig tot | Geldig t/m | Geldig tot en met | Einddatum
    Expiration date | Expiry | Expiry date | Expires | Expires on | Exp. date | Exp | Valid thru | Valid through | Valid until | Valid to
  `),
  internalReference: names(`
    Interne Referenz | Eigene Referenz | Unsere Referenz | Interne Nummer | Auftragsnummer | Bestellnummer
    Référence interne | Notre référence | Numéro de commande | N° de commande
    Interne referentie | Eigen referentie | Onze referentie | Ordernummer | Bestelnummer
    Internal reference | Own reference | Our reference | Order number
  `),
  costCentre: names(
    'Kostenstelle | Kst. | Kostenstellennummer | Centre de coûts | Centre de coût | Kostenplaats | Cost centre | Cost center | Cost centre number',
  ),
  reason: names(`
    Sperrgrund | Grund der Sperrung | Grund | Motif | Motif de blocage | Motif du blocage
    Reden | Blokkeerreden | Reden van blokkering | Reason | Block reason | Blocking reason
  `),
  replacesCardNumber: names(`
    Ersetzt | Ersetzt Karte | Ersetzte Karte | Ersatz für | Ersatz für Karte | Vorgängerkarte | Alte Karte | Alte Kartennummer
    Remplace | Remplace la carte | Carte remplacée | Ancienne carte | Ancien numéro de carte
    Vervangt | Vervangt kaart | Vervangen kaart | Oude kaart | Oud kaartnummer
    Replaces | Replaces card | Replaced card | Old card | Old card number | Previous card | Previous card number
  `),
  notes: names(
    'Notiz | Notizen | Bemerkung | Bemerkungen | Anmerkung | Anmerkungen | Kommentar | Remarque | Remarques | Commentaire | Notes | Note | Opmerking | Opmerkingen | Notitie | Notities | Remark | Remarks | Comment | Comments',
  ),
  ...FUEL_NAMES,
}

const FUELS_BY_NAME = indexNames(FUEL_NAMES)
// The product's own field names, as in the API and its exports, count as well.
const BY_NAME = new Map([...indexNames(NAMES), ...FIELDS.map((field) => [foldText(field), field] as const)])

function indexNames(names: Partial<Record<Field, readonly string[]>>): Map<string, Field> {
  return new Map(
    FIELDS.flatMap((field) => (names[field] ?? []).flatMap(foldings).map((name) => [name, field] as const)),
  )
}
