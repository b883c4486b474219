import type { errors as english } from '../en/errors.ts'

export const errors = {
  'code.bad_request': 'Der Status der Karte lässt das nicht zu',
  'code.card_not_activated': 'Die Karte ist noch nicht aktiviert',
  'service.words': 'Meldung des Dienstes (englisch): {{message}}',
  'code.card_already_active': 'Die Karte ist bereits aktiviert',
  'code.card_already_enabled': 'Die Karte ist bereits freigeschaltet',
  'code.card_already_disabled': 'Die Karte ist bereits gesperrt',
  'code.replaced_card_not_active': 'Die alte Karte ist nicht aktiv; es gibt nichts zu übergeben',
  'code.replaced_card_incomplete':
    'Der alten Karte fehlt Kennzeichen oder Fahrer; aktivieren Sie stattdessen die neue mit beidem',
  'code.replacement_in_use': 'Die neue Karte ist schon in Gebrauch oder wurde aus einem Grund gesperrt',
  'code.replaces_another_card': 'Die neue Karte ersetzt eine andere Karte',
  'code.replaces_nothing': 'Zur neuen Karte ist nicht bekannt, welche sie ersetzt',
  'code.replaces_itself': 'Eine Karte kann sich nicht selbst ersetzen',
  'code.nothing_planned': 'Für diese Karte ist nichts mehr geplant',
  'code.card_not_found': 'Diese Karte gibt es in diesem Projekt nicht',
  'code.project_not_found': 'Dieses Projekt gibt es nicht mehr',
  'code.key_not_found': 'Diesen Schlüssel gibt es nicht mehr',
  'code.internal': 'Im Dienst ist ein Fehler aufgetreten',
  'code.unavailable': 'Der Dienst startet oder wird beendet; versuchen Sie es gleich noch einmal',
  'code.validation': 'Der Dienst hat einen Wert nicht angenommen',
  'code.turned_off': 'Die Verwaltung dieses Computers hat das abgeschaltet',
  'code.on_its_machine': 'Das geht nur auf dem Rechner des Dienstes',
  'code.backed_up_by_server': 'Hier sichert der Datenbankserver die Daten',
  'code.unavailable.other': 'Der Dienst kann das gerade nicht ausführen.',
  'code.other': 'Der Dienst hat das abgelehnt.',

  'code.undo_expired':
    'Das lässt sich nicht mehr rückgängig machen: Die 10 Minuten sind um, oder die Karte wurde inzwischen geändert',
  'code.job_not_found': 'Diesen Vorgang gibt es nicht mehr',
  'code.webhook_not_found': 'Hier gibt es keinen Webhook mehr',
  'code.webhook_already_exists': 'Hier gibt es bereits einen Webhook',
  'code.webhook_disabled': 'Der Webhook ist ausgeschaltet; schalten Sie ihn zuerst ein',
  'code.event_not_subscribed': 'Der Webhook sendet dieses Ereignis nicht',
  'code.delivery_not_found': 'Diese Zustellung gibt es nicht mehr',
  'code.sandbox_only': 'Das ist nur in einer Sandbox möglich',

  'code.role': 'Ihre Rolle erlaubt das nicht',
  'code.signed_out': 'Sie sind abgemeldet. Melden Sie sich erneut an',
  'code.second_factor': 'Diese Anmeldung braucht einen zweiten Faktor',
  'code.password': 'Die E-Mail-Adresse oder das Passwort ist falsch',
  'code.passkey': 'Dieser Passkey wurde nicht angenommen',
  'code.identity': 'Der Identitätsanbieter hat nicht bestätigt, wer Sie sind; versuchen Sie es noch einmal',
  'code.not_linked': 'Mit diesem Konto meldet sich hier niemand an; bitten Sie um eine Einladung',
  'code.identity_provider': 'Der Identitätsanbieter ist nicht erreichbar; versuchen Sie es später noch einmal',
  'code.wrong_code': 'Dieser Code ist falsch oder wurde schon benutzt',
  'code.person_not_found': 'Diese Person gibt es hier nicht',
  'code.invitation_expired':
    'Diese Einladung wurde verwendet, ersetzt oder ist älter als 72 Stunden. Bitten Sie um eine neue',
  'code.last_administrator': 'Die letzte Administratorin oder der letzte Administrator mit Anmeldung muss es bleiben',
  'code.approval_required': 'Das muss erst eine andere Person mit der Rolle „Fuhrparkleitung“ freigeben',
  'code.approval_void': 'Was freizugeben war, hat sich inzwischen geändert. Fragen Sie erneut an',
  'code.tls':
    'Das Zertifikat des Dienstes gilt hier nicht: Es ist abgelaufen, nennt eine andere Adresse, oder seine Zertifizierungsstelle ist unbekannt',
  'code.update_service':
    'Der Dienst hat eine ältere Version und kann das nicht; bitten Sie seine Administration, ihn zu aktualisieren',
  'code.update_app': 'Diese App hat eine ältere Version als der Dienst; aktualisieren Sie sie',
  'code.version_skew':
    'Diese App und der Dienst liegen zu viele Versionen auseinander. Aktualisieren Sie die ältere Seite',
  'code.store_moved': 'Die Daten dieses Dienstes sind in einen anderen Speicher umgezogen',
  'code.offline': 'Der Dienst ist im Moment nicht erreichbar',
} as const satisfies Record<keyof typeof english, string>
