import type { problems as english } from '../en/problems.ts'

export const problems = {
  'problem.required': 'Diese Angabe fehlt.',
  'problem.not_text': 'Geben Sie einen Text ein.',
  'problem.wrong_form': 'Das hat nicht das erwartete Format.',
  'problem.unknown_value': 'Dieser Wert ist hier nicht erlaubt.',
  'problem.control_characters': 'Steuerzeichen sind hier nicht erlaubt.',
  'problem.direction_characters':
    'Zeilenumbrüche, Steuerzeichen und Zeichen für die Schreibrichtung sind hier nicht erlaubt.',
  'problem.visible_ascii': 'Nur sichtbare ASCII-Zeichen ohne Leerzeichen sind erlaubt.',
  'problem.too_short': 'Geben Sie mindestens {{minimum}} Zeichen ein.',
  'problem.too_long': 'Geben Sie höchstens {{maximum}} Zeichen ein.',
  'problem.not_a_number': 'Geben Sie eine Zahl ein.',
  'problem.not_a_whole_number': 'Geben Sie eine ganze Zahl ein.',
  'problem.too_small': 'Der kleinste Wert ist {{minimum}}.',
  'problem.too_large': 'Der größte Wert ist {{maximum}}.',
  'problem.too_many': 'Mehr als {{maximum}} sind nicht erlaubt.',
  'problem.not_a_date': 'Geben Sie Datum und Uhrzeit ein.',
  'problem.time_past': 'Wählen Sie einen Zeitpunkt in der Zukunft.',
  'problem.time_too_far': 'Wählen Sie einen Zeitpunkt in den nächsten {{years}} Jahren.',

  'problem.url_form': 'Das ist keine vollständige Adresse wie https://example.com/pfad.',
  'problem.url_not_https': 'Die Adresse muss mit https:// beginnen.',
  'problem.url_credentials': 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  'problem.url_fragment': 'Die Adresse darf kein „#“ enthalten.',
  'problem.url_query': 'Die Adresse darf weder „?“ noch „#“ enthalten.',
  'problem.url_http_elsewhere': 'Die Adresse muss mit https:// beginnen; http:// ist nur für diesen Computer erlaubt.',
  'problem.url_http_while_open':
    'http:// zu diesem Computer ist nur erlaubt, solange der Dienst nur auf diesem Computer lauscht.',
  'problem.url_own_port': 'Die Adresse darf nicht zu diesem Dienst zurückführen.',
  'problem.url_this_machine':
    'Die Adresse darf nicht zu diesem Computer führen, es sei denn, sein Netz steht in den Einstellungen unter „Erlaubte private Ziele“.',
  'problem.url_private':
    'Die Adresse darf nicht in ein privates oder reserviertes Netz führen, es sei denn, es steht in den Einstellungen unter „Erlaubte private Ziele“.',

  'problem.no_events': 'Wählen Sie mindestens ein Ereignis.',
  'problem.event_twice': 'Ein Ereignis ist mehrfach aufgeführt.',
  'problem.event_unknown': 'Dieses Ereignis gibt es nicht.',
  'problem.event_not_chosen': 'Der Webhook sendet „{{event}}“ nicht.',
  'problem.schedule_without_events': 'Solange der Zeitplan an ist, braucht er mindestens ein Ereignis.',
  'problem.too_long_ago': 'Das liegt mehr als {{days}} Tage zurück.',

  'problem.network_form': '„{{text}}“ ist kein Netz wie 10.20.0.0/16 oder fd00::/8.',
  'problem.origin_form': '„{{text}}“ ist kein Origin wie https://fleet.example.',
  'problem.private_key': 'Das enthält einen privaten Schlüssel. Geben Sie nur die Zertifikate an.',
  'problem.certificates_form': 'Geben Sie Zertifikate im PEM-Format ein (-----BEGIN CERTIFICATE-----).',
  'problem.name_differs': 'Das stimmt nicht mit dem Namen des Projekts überein: „{{name}}“.',
  'problem.key_revoked': 'Der Schlüssel ist widerrufen. Legen Sie einen neuen an.',
  'problem.unknown_code': 'Kein Gerät zeigt diesen Code. Er ist vielleicht älter als 10 Minuten.',
  'problem.service_address': 'Geben Sie die Adresse des Dienstes ein, zum Beispiel https://fleet.example.',
  'problem.email_taken': 'Diese E-Mail-Adresse gehört schon jemandem.',
  'problem.person_suspended': 'Diese Person ist ausgeschlossen. Lassen Sie sie zuerst wieder zu.',
  'problem.administrator_first':
    'Zuerst muss sich jemand aus der Administration anmelden können. Tragen Sie bei sich E-Mail-Adresse und Zugangsdaten ein, oder laden Sie jemanden als Administration ein.',
  'problem.too_many_views': 'Es gibt bereits {{maximum}} Ansichten. Löschen Sie zuerst eine.',

  'problem.folder_unreadable': 'Geben Sie den vollständigen Pfad eines Ordners an, der besteht und lesbar ist.',
  'problem.folder_not_allowed': 'Wählen Sie einen der Ordner, die die Administration des Dienstes freigegeben hat.',
  'problem.mail_unprotected': 'Ein Passwort wird nur über eine geschützte Verbindung gesendet.',
  'problem.no_approval_needed': 'Das braucht keine Freigabe.',
  'problem.mail_no_address': 'In Ihrem Profil steht keine E-Mail-Adresse.',
  'problem.credentials_required': 'Die Zugangsdaten fehlen.',
  'problem.credentials_of_other_host':
    'Die Adresse führt zu einem anderen Server. Geben Sie die Zugangsdaten erneut ein.',
  'problem.no_provider': 'Mit diesem Projekt ist kein Anbieter verbunden.',
  'problem.no_gateway': 'Kein Gateway ist verbunden. Verbinden Sie zuerst eines.',
  'problem.files_by_hand': 'Die Exporte dieses Anbieters werden von Hand importiert. Importieren Sie einen.',
  'problem.run_under_way':
    'Ein anderer Abgleich oder Import dieses Projekts läuft gerade. Versuchen Sie es danach noch einmal.',
  'problem.nothing_refused': 'Keine Änderung dieser Karte wurde abgelehnt oder aufgegeben.',
  'problem.nothing_differs': 'Es ist keine Abweichung vom Anbieter bekannt. Gleichen Sie zuerst ab.',
  'problem.job_running': 'Der Vorgang läuft noch.',
  'problem.nothing_to_retry': 'In diesem Vorgang gibt es nichts zu wiederholen.',
  'problem.choice_changed':
    'Die betroffenen Karten haben sich seit der Vorschau geändert. Bitte die neue Vorschau prüfen.',
  'problem.driver_has_cards':
    'Dieser Fahrer hat noch Karten ({{cards}}). Weisen Sie sie zuerst einem anderen Fahrer zu. Es wurde nichts gelöscht.',

  'problem.password_guessable': 'Dieses Passwort ist leicht zu erraten. Nehmen Sie mehrere Wörter ohne Zusammenhang.',
  'problem.too_many_attempts': 'Zu viele Versuche. Versuchen Sie es in {{seconds}} s noch einmal.',
  'problem.passkey_without_host': 'Passkeys gibt es nur unter der öffentlichen Adresse eines Dienstes.',
  'problem.password_wrong': 'Das ist nicht Ihr jetziges Passwort.',
  'problem.code_wrong': 'Dieser Code ist falsch oder wurde schon benutzt.',
  'problem.last_credential': 'Sie hätten nichts mehr, womit Sie sich anmelden können.',
  'problem.second_factor_exists': 'Sie haben schon eine Authenticator-App. Entfernen Sie sie zuerst.',
  'problem.second_factor_required': 'Dieser Dienst verlangt einen zweiten Faktor.',
  'problem.issuer_form': 'Geben Sie eine Adresse wie https://login.example an.',
  'problem.issuer_silent':
    'Unter dieser Adresse antwortet kein Identitätsanbieter, oder er nennt sich selbst anders. Prüfen Sie die Schreibweise, bis zum letzten „/“.',

  'problem.backup_missing': 'Diese Sicherung liegt nicht mehr im Sicherungsordner.',
  'problem.backup_damaged': 'Diese Sicherung ist unvollständig oder beschädigt. Es wurde nichts wiederhergestellt.',
  'problem.backup_unsealed': 'Das Siegel dieser Sicherung fehlt oder stimmt nicht. Es wurde nichts wiederhergestellt.',
  'problem.passphrase_required':
    'Diese Sicherung ist verschlüsselt. Geben Sie die Passphrase ein, mit der sie erstellt wurde. Es wurde nichts wiederhergestellt.',
  'problem.passphrase_wrong': 'Das ist nicht die Passphrase dieser Sicherung. Es wurde nichts wiederhergestellt.',
  'problem.passphrase_without_key':
    'Diese Sicherung wurde ohne Passphrase erstellt und enthält keinen Datenschlüssel. Es wurde nichts wiederhergestellt.',
  'problem.passphrase_short': 'Die Passphrase muss mindestens {{minimum}} Zeichen haben.',

  'problem.file_missing': 'Die Datei ist nicht mehr da. Wählen Sie sie erneut aus.',
  'problem.file_unreadable': 'Die Datei kann nicht gelesen werden. Wählen Sie sie erneut aus.',
  'problem.file_unwritable': 'Die Datei kann nicht geschrieben werden.',
  'problem.file_gone': 'Der Dienst hat die Datei nicht mehr. Beginnen Sie von vorn.',
  'problem.file_empty': 'Die Datei ist leer.',
  'problem.file_no_table': 'Die Datei ist weder CSV noch XLSX.',
  'problem.file_old_excel':
    'Die Datei ist eine alte Excel-Datei (.xls) oder durch ein Passwort geschützt. Speichern Sie sie ohne Passwort als .xlsx oder CSV.',
  'problem.file_pdf': 'Die Datei ist ein PDF-Dokument. Bitten Sie den Anbieter um einen Export als CSV oder XLSX.',
  'problem.file_markup':
    'Die Datei ist eine Webseite oder XML, auch wenn der Name Excel sagt. Öffnen Sie sie in Excel und speichern Sie sie als .xlsx oder CSV.',
  'problem.file_xlsb': 'Die Datei ist eine binäre Excel-Datei (.xlsb). Speichern Sie sie als .xlsx oder CSV.',
  'problem.file_archive':
    'Die Datei ist ein Archiv, aber keine Excel-Arbeitsmappe. Wählen Sie eine Datei, die auf .xlsx oder .csv endet.',
  'problem.file_damaged': 'Die Datei ist beschädigt und kann nicht gelesen werden.',
  'problem.file_names_no_card': 'Die Datei enthält keine Karten.',
  'problem.file_too_many_rows': 'Die Datei hat zu viele Zeilen; erlaubt sind {{maximum}} auf einmal.',
  'problem.list_lacks_cards':
    'In der Liste fehlen {{missing}} der bekannten Karten, mehr als ein Fünftel. Keine wurde als entfallen markiert. Prüfen Sie, ob die Liste zum richtigen Kundenkonto gehört.',

  'problem.xlsx_damaged':
    'Die Excel-Datei ist beschädigt oder unvollständig. Öffnen Sie sie in Excel und speichern Sie sie neu, oder speichern Sie das Tabellenblatt als CSV.',
  'problem.xlsx_too_large':
    'Die Excel-Datei ist größer als {{megabytes}} MB. Speichern Sie das Tabellenblatt als CSV; dafür gibt es keine Größengrenze.',
  'problem.xlsx_unpacks_too_large':
    'Die Excel-Datei ist entpackt größer als {{megabytes}} MB. Speichern Sie das Tabellenblatt als CSV.',
  'problem.xlsx_memory': 'Die Excel-Datei braucht zu viel Arbeitsspeicher. Speichern Sie das Tabellenblatt als CSV.',
  'problem.sheet_damaged':
    'Das Tabellenblatt kann nicht gelesen werden. Öffnen Sie die Datei in Excel und speichern Sie sie neu, oder speichern Sie das Tabellenblatt als CSV.',
  'problem.sheet_unknown': 'Die Datei hat kein Tabellenblatt „{{sheet}}“.',
  'problem.sheet_too_many_rows':
    'Das Tabellenblatt hat mehr als {{maximum}} Zeilen. Löschen Sie die leeren unter der Tabelle oder speichern Sie das Tabellenblatt als CSV.',
  'problem.sheet_too_many_columns':
    'Das Tabellenblatt hat zu viele Spalten für seine vielen Zeilen. Löschen Sie die leeren neben der Tabelle oder speichern Sie das Tabellenblatt als CSV.',
  'problem.cell_too_long': 'Eine Excel-Zelle fasst {{maximum}} Zeichen. Exportieren Sie als CSV.',
  'problem.table_too_many_rows':
    'Mehr als {{maximum}} Zeilen sind zu viel für eine Excel-Datei. Exportieren Sie als CSV.',
  'problem.table_too_large': 'Die Tabelle ist zu groß für eine Excel-Datei. Exportieren Sie als CSV.',

  'problem.csv_quote_open': 'Ein Anführungszeichen bei Zeile {{line}} wird nie geschlossen.',
  'problem.csv_row_too_long':
    'Eine Zeile bei Zeile {{line}} ist länger als {{kilobytes}} kB. Vielleicht wird ein Anführungszeichen nie geschlossen.',
  'problem.csv_damaged': 'Die Datei kann bei Zeile {{line}} nicht als CSV gelesen werden.',
  'problem.csv_delimiter': 'Das Trennzeichen muss ein einzelnes Zeichen sein.',
  'problem.encoding_unknown': 'Die Zeichenkodierung „{{encoding}}“ wird nicht unterstützt.',

  'problem.header_unknown':
    'In den ersten {{lines}} Zeilen wurde keine Kopfzeile erkannt. Eine Zeile muss die Spalten benennen, etwa mit „Kartennummer“.',
  'problem.column_unknown': 'Es gibt keine Spalte „{{column}}“.',
  'problem.column_number_unknown': 'Es gibt keine Spalte {{column}}: Die Datei hat {{columns}}.',
  'problem.column_ambiguous': 'Mehrere Spalten heißen „{{column}}“.',
  'problem.column_for_two_fields': 'Die Spalte „{{column}}“ kann nicht zugleich „{{other}}“ und „{{field}}“ sein.',
  'problem.columns_for_one_field': 'Mehrere Spalten scheinen „{{field}}“ zu sein: {{columns}}. Wählen Sie eine aus.',
  'problem.no_card_number_column': 'Keine Spalte wurde als Kartennummer erkannt. Wählen Sie sie aus.',
} as const satisfies Record<keyof typeof english, string>
