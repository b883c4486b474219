import type { shell as english } from '../en/shell.ts'

export const shell = {
  'app.name': 'Fuelcard Desk',
  'app.navigation': 'Bereiche',
  'app.skip': 'Zum Inhalt springen',
  'app.loading': 'Der Bereich wird geladen',

  'environment.switch': 'Umgebung',
  'environment.sandbox': 'Sandbox',
  'environment.production': 'Produktion',
  'environment.sandbox.band': 'Testkarten, kein Anbieter wird angesprochen',
  'environment.production.band': 'echte Karten, Änderungen gehen an den Anbieter',

  'project.switch': 'Projekt:',
  'project.heading': 'Projekte',
  'project.archived': 'archiviert',
  'projects.error.title': 'Die Projekte konnten nicht geladen werden',
  'project.first.title': 'Legen Sie Ihr erstes Projekt an',
  'project.first.text':
    'Karten gehören zu Projekten. Jedes Projekt hat eine Sandbox zum Ausprobieren und eine Produktionshälfte.',
  'project.first.name': 'Name',
  'project.first.required': 'Ein Name ist nötig',
  'project.first.create': 'Projekt anlegen',

  'theme.light': 'Helles Design verwenden',
  'theme.dark': 'Dunkles Design verwenden',
  language: 'Sprache',

  'connection.reconnecting': 'Die Verbindung zum Dienst ist unterbrochen. Neuer Versuch läuft …',
  signOut: 'Abmelden',

  'signIn.title': 'Anmeldung über das Terminal',
  'signIn.none':
    'Diese Seite öffnet sich mit einem Anmeldelink des Dienstes auf diesem Rechner. Führen Sie diesen Befehl aus und öffnen Sie den Link, den er ausgibt:',
  'signIn.ended':
    'Ihre Sitzung ist beendet. Führen Sie diesen Befehl aus und öffnen Sie den Link, den er ausgibt, um sich neu anzumelden:',
  'signIn.refused':
    'Dieser Anmeldelink wurde schon benutzt oder ist älter als 10 Minuten. Führen Sie diesen Befehl aus und öffnen Sie den neuen Link, den er ausgibt:',
  'signIn.command': 'fuelcard-desk login',
  'signIn.note': 'Ein Link gilt einmal und 10 Minuten lang. Eine Sitzung endet nach 12 Stunden ohne Benutzung.',

  cancel: 'Abbrechen',
  close: 'Schließen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  retry: 'Erneut versuchen',
  refresh: 'Aktualisieren',
  save: 'Speichern',
  undo: 'Rückgängig',
  utc: '{{time}} UTC',
  'moment.now': 'gerade eben',
  'moment.due': 'jetzt fällig',
  'error.requestId': 'Anfrage',
  'error.connection': 'Der Dienst hat nicht geantwortet. Vielleicht wurde er angehalten oder startet gerade neu.',

  'guard.title': 'Im Moment nicht verfügbar',
  'guard.away.title': 'Dieser Teil der App konnte nicht geladen werden',
  'guard.away.text':
    'Der Dienst hat nicht geantwortet. Was fehlt, lädt von selbst, sobald der Dienst wieder da ist; verloren ist nichts.',
  'guard.broken.title': 'Dieser Teil der Ansicht funktioniert nicht mehr',
  'guard.broken.text':
    'Er konnte nicht dargestellt werden. Geändert wurde dadurch nichts: Die Karten sind, wie sie waren.',
  'guard.reload': 'Seite neu laden',

  'live.changed_one': '{{count}} geändert · anzeigen',
  'live.changed_other': '{{count}} geändert · anzeigen',

  'toasts.label': 'Meldungen',
  'toasts.dismiss': 'Meldung schließen',

  'pager.label': 'Seiten',
  'pager.range': '{{from}} bis {{to}} von {{total}}',
  'pager.size': 'Zeilen pro Seite',
  'pager.previous': 'Vorige Seite',
  'pager.next': 'Nächste Seite',

  'filter.any': 'Alle',
  'filter.remove': 'Filter {{name}} entfernen',
  'filter.search': 'Suchen',
} as const satisfies Record<keyof typeof english, string>
