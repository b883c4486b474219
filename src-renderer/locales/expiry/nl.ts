import type { ExpiryMessages } from './en.ts'

export const nl: ExpiryMessages = {
  title: 'Aflopende kaarten',
  back: 'Alle kaarten',
  'error.title': 'De aflopende kaarten konden niet worden geladen',

  periods: 'Maanden waarin kaarten verlopen',
  'period.all': 'Alle',
  'period.all.name': 'Alle komende maanden',
  'period.ended': 'Verlopen',
  'period.ended.name': 'Verlopen in de laatste drie maanden',
  'period.label': '{{period}}: {{count}}',
  states: 'Stand van de vervanging',
  'state.all': 'Alle',
  'state.none': 'Nog geen vervanging',
  'state.arrived': 'Vervanging binnen',
  'state.handed_over': 'Overgedragen',

  table: 'Aflopende kaarten, pagina {{page}}',
  'column.card': 'Kaart',
  'column.driver': 'Bestuurder',
  'column.expires': 'Verloopt',
  'column.state': 'Vervanging',
  'column.do': 'Overdracht',
  alike: 'zelfde kenteken',
  'alike.hint':
    'Niemand heeft aangegeven dat deze kaart de andere vervangt: het is de enige nieuwe kaart met hetzelfde kenteken.',
  'open.replacement': 'Vervangende kaart {{number}} openen',

  do: 'Overdragen',
  'do.label': 'Kaart {{old}} overdragen aan {{new}}',
  'do.hint': '{{new}} krijgt kenteken, bestuurder en referentie; {{old}} wordt geblokkeerd',
  pick: 'Kaart kiezen…',
  'pick.label': 'Kaart kiezen… die {{old}} vervangt',
  done: 'Kaart {{old}} overgedragen aan {{new}}',
  refused: 'Kaart {{number}} is niet overgedragen',

  'pick.title': 'Kaart {{number}} overdragen',
  'pick.text':
    'De nieuwe kaart wordt geactiveerd met kenteken, bestuurder en referentie van de oude. De oude wordt geblokkeerd, met als reden “Vervangen”.',
  'pick.field': 'Nieuwe kaart',
  'pick.hint': 'Scan de kaart, of typ het nummer of ten minste de laatste vier cijfers',
  'pick.found': 'Nieuwe kaarten met deze cijfers',
  'pick.none': 'Geen nieuwe kaart eindigt op deze cijfers.',
  'pick.many': 'Meerdere nieuwe kaarten hebben deze cijfers. Typ er meer, of kies hieronder een kaart.',

  undo: 'Ongedaan maken',
  'undo.title': 'Overdracht terugdraaien?',
  'undo.text': 'Kaart {{new}} wordt geblokkeerd. Kaart {{old}} kan weer worden gebruikt.',
  'undo.sandbox': 'Het zijn testkaarten: er wordt geen aanbieder benaderd.',
  'undo.production': 'Beide gelden zodra de aanbieder de wijzigingen accepteert.',
  'undo.do': '{{old}} deblokkeren',
  undone: 'Overdracht teruggedraaid: kaart {{old}} is actief, {{new}} geblokkeerd',

  all: 'Alle {{count}} binnengekomen kaarten overdragen',
  'all.one': 'De binnengekomen kaart overdragen',
  'all.title': 'Alle binnengekomen kaarten overdragen',
  'all.do': '{{count}} overdragen',
  'all.text':
    'Elke nieuwe kaart krijgt kenteken, bestuurder en referentie van de kaart die zij vervangt. U kunt alles 10 minuten lang ongedaan maken.',

  warning: 'Waarschuwing vóór het verlopen',
  'warning.hint': 'Zo vroeg komen de gebeurtenis card.expiring en de e-mail',
  'warning.days': '{{days}} dagen vooraf waarschuwen',
  'warning.done': 'Kaarten worden {{days}} dagen vóór hun laatste dag gemeld',

  'empty.title': 'Hier verloopt geen kaart',
  'empty.text': 'Kaarten in gebruik staan hier tot een jaar vóór hun laatste dag.',
  'empty.filtered.title': 'Geen kaart in deze stand',
  'empty.filtered.text': 'Kies een andere maand of stand.',

  replaces: 'Vervangt',
  replacedBy: 'Vervangen door',
  'replacedBy.waiting': 'Wordt vervangen door',
}
