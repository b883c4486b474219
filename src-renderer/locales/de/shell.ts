import type { shell as english } from '../en/shell.ts'

export const shell = {
  'app.name': 'Fuelcard Desk',
  'key.control': 'Strg',
  asks: '{{what}} …',
  named: '{{name}}:',
  'app.navigation': 'Bereiche',
  'app.skip': 'Zum Inhalt springen',
  'app.loading': 'Der Bereich wird geladen',

  'environment.switch': 'Umgebung',
  'environment.sandbox': 'Sandbox',
  'environment.production': 'Produktion',
  'environment.sandbox.band': 'Testkarten, kein Anbieter wird kontaktiert',
  'environment.production.band': 'echte Karten, Änderungen gehen an den Anbieter',

  'project.switch': 'Projekt:',
  'project.heading': 'Projekte',
  'project.archived': 'archiviert',
  'projects.error.title': 'Die Projekte konnten nicht geladen werden',
  'project.first.title': 'Legen Sie Ihr erstes Projekt an',
  'project.first.text':
    'Karten gehören zu Projekten. Jedes Projekt hat eine Sandbox zum Ausprobieren und eine Produktion.',
  'project.first.name': 'Name',
  'project.first.required': 'Geben Sie einen Namen ein.',
  'project.first.create': 'Projekt anlegen',

  'theme.light': 'Helles Design verwenden',
  'theme.dark': 'Dunkles Design verwenden',
  language: 'Sprache',

  'connection.reconnecting': 'Verbindung zum Dienst unterbrochen. Sie wird wiederhergestellt …',
  signOut: 'Abmelden',

  'signIn.title': 'Anmeldung über das Terminal',
  'signIn.none':
    'Diese Seite öffnet sich mit einem Anmeldelink des Dienstes auf diesem Computer. Führen Sie diesen Befehl aus und öffnen Sie den angezeigten Link:',
  'signIn.ended':
    'Ihre Sitzung ist abgelaufen. Führen Sie diesen Befehl aus und öffnen Sie den angezeigten Link, um sich neu anzumelden:',
  'signIn.refused':
    'Dieser Anmeldelink wurde bereits verwendet oder ist älter als 10 Minuten. Führen Sie diesen Befehl aus und öffnen Sie den neuen Link:',
  'signIn.command': 'fuelcard-desk login',
  'signIn.note': 'Ein Link gilt einmal, 10 Minuten lang. Eine Sitzung endet nach 12 Stunden ohne Nutzung.',

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
  'error.connection': 'Der Dienst hat nicht geantwortet. Vielleicht wurde er beendet oder startet gerade neu.',

  'guard.title': 'Zurzeit nicht verfügbar',
  'guard.away.title': 'Dieser Teil der App konnte nicht geladen werden',
  'guard.away.text':
    'Der Dienst hat nicht geantwortet. Was fehlt, wird automatisch geladen, sobald er wieder da ist. Nichts ist verloren.',
  'guard.broken.title': 'Dieser Teil der Ansicht funktioniert nicht mehr',
  'guard.broken.text':
    'Er konnte nicht angezeigt werden. Dadurch wurde nichts geändert: Die Karten sind, wie sie waren.',
  'guard.reload': 'Seite neu laden',

  'live.changed_one': '{{count}} geändert · anzeigen',
  'live.changed_other': '{{count}} geändert · anzeigen',

  'toasts.label': 'Meldungen',
  'toasts.dismiss': 'Meldung schließen',

  'pager.label': 'Seiten',
  'pager.range': '{{from}} bis {{to}} von {{total}}',
  'pager.size': 'Zeilen pro Seite',
  'pager.previous': 'Vorherige Seite',
  'pager.next': 'Nächste Seite',

  'filter.any': 'Alle',
  'filter.remove': 'Filter {{name}} entfernen',
  'filter.search': 'Suchen',
  'settings.notStored': 'Ihre Auswahl gilt hier, konnte aber nicht gespeichert werden: {{message}}',
  'palette.open': 'Suche und Befehle',
  'guide.title': 'Anleitung',
  'palette.none': 'Keine Ergebnisse für „{{search}}“.',
  'access.title': 'API-Zugang',
  'settings.title': 'Einstellungen',
} as const satisfies Record<keyof typeof english, string>
