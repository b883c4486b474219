import type { ExpiryMessages } from './en.ts'

export const de: ExpiryMessages = {
  title: 'Ablaufende Karten',
  back: 'Alle Karten',
  'error.title': 'Die ablaufenden Karten konnten nicht geladen werden',

  periods: 'Monate, in denen Karten ablaufen',
  'period.all': 'Alle',
  'period.all.name': 'Alle Monate voraus',
  'period.ended': 'Früher',
  'period.ended.name': 'In den letzten drei Monaten abgelaufen',
  'period.label': '{{period}}: {{count}}',
  states: 'Stand des Ersatzes',
  'state.all': 'Alle',
  'state.none': 'Noch kein Ersatz',
  'state.arrived': 'Ersatz eingetroffen',
  'state.handed_over': 'Übergeben',

  table: 'Ablaufende Karten, Seite {{page}}',
  'column.card': 'Karte',
  'column.driver': 'Fahrer',
  'column.expires': 'Läuft ab',
  'column.state': 'Ersatz',
  'column.do': 'Übergabe',
  alike: 'gleiches Kennzeichen',
  'alike.hint':
    'Niemand hat angegeben, dass diese Karte die andere ersetzt: Sie ist die einzige neue mit demselben Kennzeichen.',
  'open.replacement': 'Ersatzkarte {{number}} öffnen',

  do: 'Übergeben',
  'do.label': 'Karte {{old}} an {{new}} übergeben',
  'do.hint': '{{new}} erhält Kennzeichen, Fahrer und Referenz; {{old}} wird gesperrt',
  pick: 'Karte wählen …',
  'pick.label': 'Karte wählen …, die {{old}} ersetzt',
  done: 'Karte {{old}} an {{new}} übergeben',
  refused: 'Karte {{number}} wurde nicht übergeben',

  'pick.title': 'Karte {{number}} übergeben',
  'pick.text':
    'Die neue Karte wird mit Kennzeichen, Fahrer und Referenz der alten aktiviert. Die alte wird mit dem Grund „Ersetzt“ gesperrt.',
  'pick.field': 'Neue Karte',
  'pick.hint': 'Scannen, oder die Nummer oder mindestens ihre letzten vier Ziffern eingeben',
  'pick.found': 'Neue Karten mit diesen Ziffern',
  'pick.none': 'Keine neue Karte endet auf diese Ziffern.',
  'pick.many': 'Mehrere neue Karten haben diese Ziffern. Geben Sie mehr ein, oder wählen Sie unten eine.',

  undo: 'Rückgängig',
  'undo.title': 'Übergabe zurücknehmen?',
  'undo.text': 'Karte {{new}} wird gesperrt. Karte {{old}} kann wieder verwendet werden.',
  'undo.sandbox': 'Es sind Testkarten: Kein Anbieter wird kontaktiert.',
  'undo.production': 'Beides gilt, sobald der Anbieter die Änderungen annimmt.',
  'undo.do': '{{old}} freischalten',
  undone: 'Übergabe zurückgenommen: Karte {{old}} ist aktiv, {{new}} gesperrt',

  all: 'Alle {{count}} eingetroffenen Karten übergeben',
  'all.one': 'Die eingetroffene Karte übergeben',
  'all.title': 'Alle eingetroffenen Karten übergeben',
  'all.do': '{{count}} übergeben',
  'all.text':
    'Jede neue Karte erhält Kennzeichen, Fahrer und Referenz der Karte, die sie ersetzt. Sie können das Ganze 10 Minuten lang rückgängig machen.',

  warning: 'Warnung vor dem Ablauf',
  'warning.hint': 'So früh kommen das Ereignis card.expiring und die E-Mail',
  'warning.days': '{{days}} Tage vorher warnen',
  'warning.done': 'Karten werden {{days}} Tage vor ihrem letzten Tag angekündigt',

  'empty.title': 'Hier läuft keine Karte ab',
  'empty.text': 'Karten in Gebrauch erscheinen hier bis zu einem Jahr vor ihrem letzten Tag.',
  'empty.filtered.title': 'Keine Karte in diesem Stand',
  'empty.filtered.text': 'Wählen Sie einen anderen Monat oder Stand.',

  replaces: 'Ersetzt',
  replacedBy: 'Ersetzt durch',
  'replacedBy.waiting': 'Wird ersetzt durch',
}
