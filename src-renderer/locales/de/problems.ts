import type { problems as english } from '../en/problems.ts'

export const problems = {
  'problem.required': 'Diese Angabe fehlt.',
  'problem.not_text': 'Hier muss ein Text stehen.',
  'problem.wrong_form': 'Das hat nicht die Form, die hier erwartet wird.',
  'problem.unknown_value': 'Diesen Wert gibt es hier nicht.',
  'problem.control_characters': 'Steuerzeichen sind hier nicht erlaubt.',
  'problem.direction_characters':
    'Zeilenumbrüche, Steuerzeichen und Zeichen für die Schreibrichtung sind hier nicht erlaubt.',
  'problem.visible_ascii': 'Hier dürfen nur sichtbare ASCII-Zeichen ohne Leerzeichen stehen.',
  'problem.too_short': 'Das müssen mindestens {{minimum}} Zeichen sein.',
  'problem.too_long': 'Das dürfen höchstens {{maximum}} Zeichen sein.',
  'problem.not_a_number': 'Hier muss eine Zahl stehen.',
  'problem.not_a_whole_number': 'Hier muss eine ganze Zahl stehen.',
  'problem.too_small': 'Der kleinste Wert ist {{minimum}}.',
  'problem.too_large': 'Der größte Wert ist {{maximum}}.',
  'problem.too_many': 'Mehr als {{maximum}} sind hier nicht möglich.',
  'problem.not_a_date': 'Hier muss ein Datum mit Uhrzeit stehen.',

  'problem.url_form': 'Das ist keine vollständige Adresse wie https://example.com/pfad.',
  'problem.url_not_https': 'Die Adresse muss mit https:// beginnen.',
  'problem.url_credentials': 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  'problem.url_fragment': 'Die Adresse darf kein „#“ enthalten.',
  'problem.url_query': 'Die Adresse darf weder „?“ noch „#“ enthalten.',
  'problem.url_http_elsewhere': 'Die Adresse muss mit https:// beginnen; http:// darf nur zu diesem Computer führen.',
  'problem.url_http_while_open':
    'http:// zu diesem Computer geht nur, solange der Dienst allein auf diesem Computer lauscht.',
  'problem.url_own_port': 'Die Adresse darf nicht zu diesem Dienst zurückführen.',
  'problem.url_this_machine':
    'Die Adresse darf nicht zu diesem Computer führen, außer sein Netz steht in den Einstellungen unter den erlaubten privaten Zielen.',
  'problem.url_private':
    'Die Adresse darf nicht in ein privates oder reserviertes Netz führen, außer es steht in den Einstellungen unter den erlaubten privaten Zielen.',

  'problem.no_events': 'Wählen Sie mindestens ein Ereignis.',
  'problem.event_twice': 'Ein Ereignis ist mehrfach genannt.',
  'problem.event_unknown': 'Dieses Ereignis gibt es nicht.',
  'problem.event_not_chosen': 'Der Webhook sendet „{{event}}“ nicht.',
  'problem.schedule_without_events': 'Solange der Zeitplan an ist, braucht er mindestens ein Ereignis.',
  'problem.too_long_ago': 'Das liegt mehr als {{days}} Tage zurück.',

  'problem.network_form': '„{{text}}“ ist kein Netz wie 10.20.0.0/16 oder fd00::/8.',
  'problem.origin_form': '„{{text}}“ ist kein Ursprung wie https://fleet.example.',
  'problem.private_key': 'Das enthält einen privaten Schlüssel. Geben Sie nur die Zertifikate an.',
  'problem.certificates_form': 'Das müssen Zertifikate in PEM-Form sein (-----BEGIN CERTIFICATE-----).',
  'problem.name_differs': 'Das ist nicht der Name des Projekts; es heißt „{{name}}“.',
  'problem.key_revoked': 'Der Schlüssel ist widerrufen. Erstellen Sie einen neuen.',
  'problem.too_many_views': 'Es gibt schon {{maximum}} Ansichten. Löschen Sie zuerst eine.',

  'problem.folder_unreadable': 'Das muss der volle Pfad eines Ordners sein, den es gibt und der gelesen werden darf.',
  'problem.credentials_required': 'Die Zugangsdaten fehlen.',
  'problem.credentials_of_other_host':
    'Die Adresse führt zu einem anderen Server. Geben Sie die Zugangsdaten noch einmal ein.',
  'problem.no_provider': 'Mit diesem Projekt ist kein Anbieter verbunden.',
  'problem.no_gateway': 'Es gibt kein Gateway, das gefragt werden könnte. Verbinden Sie zuerst eines.',
  'problem.files_by_hand': 'Die Exporte dieses Anbieters werden von Hand gewählt. Importieren Sie einen.',
  'problem.run_under_way': 'Eine andere Synchronisation oder ein anderer Import dieses Projekts läuft gerade.',
  'problem.nothing_refused': 'Keine Änderung dieser Karte wurde abgelehnt oder aufgegeben.',
  'problem.nothing_differs': 'Es ist kein Unterschied zum Anbieter bekannt. Synchronisieren Sie zuerst.',
  'problem.job_running': 'Der Auftrag ist noch nicht zu Ende.',
  'problem.nothing_to_retry': 'Von diesem Auftrag lässt sich nichts noch einmal versuchen.',
  'problem.driver_has_cards':
    'Dieser Fahrer hat noch Karten ({{cards}}). Geben Sie ihnen zuerst einen anderen Fahrer. Es wurde nichts gelöscht.',

  'problem.backup_missing': 'Diese Sicherung liegt nicht mehr im Sicherungsordner.',
  'problem.backup_damaged': 'Das ist keine vollständige, unbeschädigte Sicherung. Es wurde nichts wiederhergestellt.',
  'problem.backup_unsealed': 'Das Siegel dieser Sicherung fehlt oder stimmt nicht. Es wurde nichts wiederhergestellt.',
  'problem.passphrase_required':
    'Diese Sicherung ist verschlüsselt. Geben Sie die Passphrase ein, mit der sie gemacht wurde. Es wurde nichts wiederhergestellt.',
  'problem.passphrase_wrong': 'Das ist nicht die Passphrase dieser Sicherung. Es wurde nichts wiederhergestellt.',
  'problem.passphrase_without_key':
    'Diese Sicherung wurde ohne Passphrase gemacht und enthält keinen Datenschlüssel. Es wurde nichts wiederhergestellt.',
  'problem.passphrase_short': 'Die Passphrase muss mindestens {{minimum}} Zeichen haben.',

  'problem.file_missing': 'Die Datei ist nicht mehr da. Wählen Sie sie noch einmal.',
  'problem.file_unreadable': 'Die Datei lässt sich nicht lesen. Wählen Sie sie noch einmal.',
  'problem.file_unwritable': 'Die Datei lässt sich nicht schreiben.',
  'problem.file_gone': 'Der Dienst hat die Datei nicht mehr. Beginnen Sie noch einmal.',
  'problem.file_empty': 'Die Datei ist leer.',
  'problem.file_no_table': 'Die Datei ist weder CSV noch XLSX.',
  'problem.file_old_excel':
    'Die Datei ist eine alte Excel-Datei (.xls) oder durch ein Passwort geschützt. Speichern Sie sie ohne Passwort als .xlsx oder CSV.',
  'problem.file_pdf': 'Die Datei ist ein PDF-Dokument. Bitten Sie den Anbieter um einen Export als CSV oder XLSX.',
  'problem.file_markup':
    'Die Datei ist eine Webseite oder XML, auch wenn ihr Name Excel sagt. Öffnen Sie sie in Excel und speichern Sie sie als .xlsx oder CSV.',
  'problem.file_xlsb': 'Die Datei ist eine binäre Excel-Datei (.xlsb). Speichern Sie sie als .xlsx oder CSV.',
  'problem.file_archive':
    'Die Datei ist ein Archiv, aber keine Excel-Arbeitsmappe. Wählen Sie eine Datei, die auf .xlsx oder .csv endet.',
  'problem.file_damaged': 'Die Datei ist beschädigt und lässt sich nicht lesen.',
  'problem.file_names_no_card': 'Die Datei nennt keine Karte.',
  'problem.file_too_many_rows': 'Die Datei hat zu viele Zeilen; auf einmal gehen höchstens {{maximum}}.',
  'problem.list_lacks_cards':
    'In der Liste fehlen {{missing}} der bekannten Karten, mehr als ein Fünftel. Keine wurde als weggefallen vermerkt. Prüfen Sie, ob es die Liste des richtigen Kundenkontos ist.',

  'problem.xlsx_damaged':
    'Die Excel-Datei ist beschädigt oder unvollständig. Öffnen Sie sie in Excel und speichern Sie sie neu, oder speichern Sie das Blatt als CSV.',
  'problem.xlsx_too_large':
    'Die Excel-Datei ist größer als {{megabytes}} MB. Speichern Sie das Blatt als CSV, das beliebig groß sein darf.',
  'problem.xlsx_unpacks_too_large':
    'Die Excel-Datei ist entpackt größer als {{megabytes}} MB. Speichern Sie das Blatt als CSV.',
  'problem.xlsx_memory': 'Die Excel-Datei braucht zu viel Speicher. Speichern Sie das Blatt als CSV.',
  'problem.sheet_damaged':
    'Das Blatt lässt sich nicht lesen. Öffnen Sie die Datei in Excel und speichern Sie sie neu, oder speichern Sie das Blatt als CSV.',
  'problem.sheet_unknown': 'In der Datei gibt es kein Blatt „{{sheet}}“.',
  'problem.sheet_too_many_rows':
    'Das Blatt hat mehr als {{maximum}} Zeilen. Löschen Sie die leeren unter der Tabelle, oder speichern Sie das Blatt als CSV.',
  'problem.sheet_too_many_columns':
    'Das Blatt hat zu viele Spalten für seine vielen Zeilen. Löschen Sie die leeren neben der Tabelle, oder speichern Sie das Blatt als CSV.',
  'problem.cell_too_long': 'Eine Excel-Zelle fasst {{maximum}} Zeichen. Exportieren Sie als CSV.',
  'problem.table_too_many_rows':
    'Mehr als {{maximum}} Zeilen sind zu viel für eine Excel-Datei. Exportieren Sie als CSV.',
  'problem.table_too_large': 'Die Tabelle ist zu groß für eine Excel-Datei. Exportieren Sie als CSV.',

  'problem.csv_quote_open': 'Ein Anführungszeichen wird geöffnet und nie geschlossen, bei Zeile {{line}}.',
  'problem.csv_row_too_long':
    'Eine Zeile ist länger als {{kilobytes}} kB, bei Zeile {{line}}. Vielleicht wird ein Anführungszeichen nie geschlossen.',
  'problem.csv_damaged': 'Die Datei lässt sich nicht als CSV lesen, bei Zeile {{line}}.',
  'problem.csv_delimiter': 'Das Trennzeichen muss ein einzelnes Zeichen sein.',
  'problem.encoding_unknown': 'Die Zeichenkodierung „{{encoding}}“ ist nicht bekannt.',

  'problem.header_unknown':
    'In den ersten {{lines}} Zeilen wurde keine Kopfzeile erkannt. Eine Zeile muss die Spalten benennen, mit einem Titel wie „Kartennummer“.',
  'problem.column_unknown': 'Es gibt keine Spalte „{{column}}“.',
  'problem.column_number_unknown': 'Es gibt keine Spalte {{column}}: Die Datei hat {{columns}}.',
  'problem.column_ambiguous': 'Mehrere Spalten heißen „{{column}}“.',
  'problem.column_for_two_fields': 'Die Spalte „{{column}}“ kann nicht zugleich „{{other}}“ und „{{field}}“ sein.',
  'problem.columns_for_one_field':
    'Mehrere Spalten scheinen „{{field}}“ zu sein: {{columns}}. Sagen Sie, welche es ist.',
  'problem.no_card_number_column': 'Keine Spalte wurde als Kartennummer erkannt. Sagen Sie, welche es ist.',
} as const satisfies Record<keyof typeof english, string>
