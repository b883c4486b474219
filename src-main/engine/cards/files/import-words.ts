import type { CardReason } from '../../../domain/cards/card-reason.ts'
import type { CardStatus } from '../../../domain/card.ts'
import { foldings, foldText } from './fold-text.ts'

/** The status that a provider's word means, `inactive` for all that forbid fuelling; undefined for an unknown word. */
export function statusMeantBy(word: string): CardStatus | undefined {
  return STATUSES.get(foldText(word))
}

/** Whether a word or sign means yes or no; undefined if neither. */
export function truthMeantBy(word: string): boolean | undefined {
  const sign = word.trim()
  if (/^[✓✔☑✅+]\ufe0f?$/u.test(sign)) return true
  if (/^[✗✘☐❌–—-]\ufe0f?$/u.test(sign)) return false
  const answer = ANSWERS.get(foldText(word))
  return answer === undefined ? undefined : answer === 'yes'
}

/** The reason of a block that a word means; undefined for an unknown word. */
export function reasonMeantBy(word: string): CardReason | undefined {
  return REASONS.get(foldText(word))
}

const REASONS = index<CardReason>({
  lost: 'lost verloren verlust abhandengekommen perdu perdue perte verlies kwijt',
  stolen: 'stolen theft gestohlen diebstahl volé volée vol gestolen diefstal',
  damaged: 'damaged broken defective beschädigt defekt endommagé endommagée défectueuse beschadigd kapot',
  returned: 'returned zurückgegeben rückgabe rendu rendue restituée teruggegeven ingeleverd',
  vehicle_sold: 'vehicle_sold vehicle-sold fahrzeug-verkauft véhicule-vendu voertuig-verkocht',
  driver_left: 'driver_left driver-left fahrer-ausgeschieden conducteur-parti bestuurder-vertrokken',
  replaced: 'replaced ersetzt remplacé remplacée vervangen',
  other: 'other sonstiges andere anderer autre anders overig',
})

const STATUSES = index<CardStatus>({
  active: `
    active activated enabled unlocked unblocked valid open
    aktiv aktiviert freigegeben entsperrt gültig freigeschaltet
    actif active activé activée débloquée débloqué valide
    actief geactiveerd gedeblokkeerd geldig vrijgegeven
  `,
  inactive: `
    inactive deactivated disabled blocked locked suspended cancelled canceled closed expired lost stolen
    inaktiv deaktiviert gesperrt blockiert ausgesetzt gekündigt storniert abgelaufen verloren gestohlen
    inactif inactive désactivé désactivée bloqué bloquée suspendu suspendue résilié résiliée annulé annulée expiré expirée perdu perdue volé volée opposition
    inactief gedeactiveerd geblokkeerd opgeschort opgezegd geannuleerd verlopen gestolen
  `,
  new: `
    new unassigned ordered not-activated not-yet-activated unactivated
    neu unzugeordnet bestellt nicht-aktiviert noch-nicht-aktiviert
    nouveau nouvelle nouvel non-activé non-activée commandée
    nieuw niet-geactiveerd nog-niet-geactiveerd besteld
  `,
})

const ANSWERS = index<'yes' | 'no'>({
  yes: 'yes y true on x 1 allowed ja j wahr an erlaubt oui o vrai autorisé waar aan toegestaan',
  no: 'no n false off 0 none denied nein falsch aus gesperrt non faux refusé nee onwaar uit geweigerd',
})

function index<Meaning extends string>(words: Record<Meaning, string>): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>()
  for (const meaning in words)
    for (const word of words[meaning].trim().split(/\s+/).flatMap(foldings)) meanings.set(word, meaning)
  return meanings
}
