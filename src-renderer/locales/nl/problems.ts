import type { problems as english } from '../en/problems.ts'

export const problems = {
  'problem.required': 'Dit is verplicht.',
  'problem.not_text': 'Hier moet tekst staan.',
  'problem.wrong_form': 'Dit heeft niet de vorm die hier wordt verwacht.',
  'problem.unknown_value': 'Deze waarde bestaat hier niet.',
  'problem.control_characters': 'Besturingstekens zijn hier niet toegestaan.',
  'problem.direction_characters':
    'Regeleinden, besturingstekens en tekens voor de schrijfrichting zijn hier niet toegestaan.',
  'problem.visible_ascii': 'Hier mogen alleen zichtbare ASCII-tekens zonder spaties staan.',
  'problem.too_short': 'Dit moeten minstens {{minimum}} tekens zijn.',
  'problem.too_long': 'Dit mogen hoogstens {{maximum}} tekens zijn.',
  'problem.not_a_number': 'Hier moet een getal staan.',
  'problem.not_a_whole_number': 'Hier moet een geheel getal staan.',
  'problem.too_small': 'De kleinste waarde is {{minimum}}.',
  'problem.too_large': 'De grootste waarde is {{maximum}}.',
  'problem.too_many': 'Meer dan {{maximum}} zijn hier niet mogelijk.',
  'problem.not_a_date': 'Hier moet een datum met tijd staan.',

  'problem.url_form': 'Dit is geen volledig adres zoals https://example.com/pad.',
  'problem.url_not_https': 'Het adres moet met https:// beginnen.',
  'problem.url_credentials': 'Het adres mag geen gebruikersnaam of wachtwoord bevatten.',
  'problem.url_fragment': 'Het adres mag geen ‘#’ bevatten.',
  'problem.url_query': 'Het adres mag geen ‘?’ of ‘#’ bevatten.',
  'problem.url_http_elsewhere': 'Het adres moet met https:// beginnen; http:// mag alleen naar deze computer leiden.',
  'problem.url_http_while_open':
    'http:// naar deze computer mag alleen zolang de dienst alleen op deze computer luistert.',
  'problem.url_own_port': 'Het adres mag niet naar deze dienst terugleiden.',
  'problem.url_this_machine':
    'Het adres mag niet naar deze computer leiden, tenzij zijn netwerk in de instellingen bij de toegestane privébestemmingen staat.',
  'problem.url_private':
    'Het adres mag niet naar een privé- of gereserveerd netwerk leiden, tenzij dat in de instellingen bij de toegestane privébestemmingen staat.',

  'problem.no_events': 'Kies minstens één gebeurtenis.',
  'problem.event_twice': 'Een gebeurtenis is meer dan eens genoemd.',
  'problem.event_unknown': 'Deze gebeurtenis bestaat niet.',
  'problem.event_not_chosen': 'De webhook stuurt ‘{{event}}’ niet.',
  'problem.schedule_without_events': 'Zolang het schema aanstaat, heeft het minstens één gebeurtenis nodig.',
  'problem.too_long_ago': 'Dat is meer dan {{days}} dagen geleden.',

  'problem.network_form': '‘{{text}}’ is geen netwerk zoals 10.20.0.0/16 of fd00::/8.',
  'problem.origin_form': '‘{{text}}’ is geen herkomst zoals https://fleet.example.',
  'problem.private_key': 'Hier zit een privésleutel in. Geef alleen de certificaten op.',
  'problem.certificates_form': 'Dit moeten certificaten in PEM-vorm zijn (-----BEGIN CERTIFICATE-----).',
  'problem.name_differs': 'Dit is niet de naam van het project; het heet ‘{{name}}’.',
  'problem.key_revoked': 'De sleutel is ingetrokken. Maak een nieuwe.',
  'problem.too_many_views': 'Er zijn al {{maximum}} weergaven. Verwijder er eerst een.',

  'problem.folder_unreadable': 'Dit moet het volledige pad zijn van een map die bestaat en gelezen mag worden.',
  'problem.credentials_required': 'De inloggegevens ontbreken.',
  'problem.credentials_of_other_host': 'Het adres leidt naar een andere server. Voer de inloggegevens opnieuw in.',
  'problem.no_provider': 'Aan dit project is geen aanbieder gekoppeld.',
  'problem.no_gateway': 'Er is geen gateway om te vragen. Koppel er eerst een.',
  'problem.files_by_hand': 'De exports van deze aanbieder worden met de hand gekozen. Importeer er een.',
  'problem.run_under_way': 'Er loopt al een andere synchronisatie of import van dit project.',
  'problem.nothing_refused': 'Geen wijziging van deze kaart is geweigerd of opgegeven.',
  'problem.nothing_differs': 'Er is geen verschil met de aanbieder bekend. Synchroniseer eerst.',
  'problem.job_running': 'De taak is nog niet klaar.',
  'problem.nothing_to_retry': 'Van deze taak kan niets opnieuw worden geprobeerd.',
  'problem.driver_has_cards':
    'Deze bestuurder heeft nog kaarten ({{cards}}). Geef ze eerst een andere bestuurder. Er is niets gewist.',

  'problem.backup_missing': 'Deze back-up staat niet meer in de back-upmap.',
  'problem.backup_damaged': 'Dit is geen volledige, onbeschadigde back-up. Er is niets teruggezet.',
  'problem.backup_unsealed': 'Het zegel van deze back-up ontbreekt of klopt niet. Er is niets teruggezet.',
  'problem.passphrase_required':
    'Deze back-up is versleuteld. Voer de wachtwoordzin in waarmee hij is gemaakt. Er is niets teruggezet.',
  'problem.passphrase_wrong': 'Dit is niet de wachtwoordzin van deze back-up. Er is niets teruggezet.',
  'problem.passphrase_without_key':
    'Deze back-up is zonder wachtwoordzin gemaakt en bevat geen gegevenssleutel. Er is niets teruggezet.',
  'problem.passphrase_short': 'De wachtwoordzin moet minstens {{minimum}} tekens hebben.',

  'problem.file_missing': 'Het bestand is er niet meer. Kies het opnieuw.',
  'problem.file_unreadable': 'Het bestand kan niet worden gelezen. Kies het opnieuw.',
  'problem.file_unwritable': 'Het bestand kan niet worden geschreven.',
  'problem.file_gone': 'De dienst heeft het bestand niet meer. Begin opnieuw.',
  'problem.file_empty': 'Het bestand is leeg.',
  'problem.file_no_table': 'Het bestand is geen CSV en geen XLSX.',
  'problem.file_old_excel':
    'Het bestand is een oud Excel-bestand (.xls) of met een wachtwoord beveiligd. Sla het zonder wachtwoord op als .xlsx of CSV.',
  'problem.file_pdf': 'Het bestand is een PDF-document. Vraag de aanbieder om een export als CSV of XLSX.',
  'problem.file_markup':
    'Het bestand is een webpagina of XML, ook al zegt de naam Excel. Open het in Excel en sla het op als .xlsx of CSV.',
  'problem.file_xlsb': 'Het bestand is een binair Excel-bestand (.xlsb). Sla het op als .xlsx of CSV.',
  'problem.file_archive':
    'Het bestand is een archief, maar geen Excel-werkmap. Kies een bestand dat op .xlsx of .csv eindigt.',
  'problem.file_damaged': 'Het bestand is beschadigd en kan niet worden gelezen.',
  'problem.file_names_no_card': 'Het bestand noemt geen enkele kaart.',
  'problem.file_too_many_rows': 'Het bestand heeft te veel regels; hoogstens {{maximum}} tegelijk kunnen.',
  'problem.list_lacks_cards':
    'In de lijst ontbreken {{missing}} van de bekende kaarten, meer dan een vijfde. Geen enkele is als vervallen gemarkeerd. Controleer of het de lijst van het juiste klantaccount is.',

  'problem.xlsx_damaged':
    'Het Excel-bestand is beschadigd of onvolledig. Open het in Excel en sla het opnieuw op, of sla het blad op als CSV.',
  'problem.xlsx_too_large':
    'Het Excel-bestand is groter dan {{megabytes}} MB. Sla het blad op als CSV, dat elke grootte mag hebben.',
  'problem.xlsx_unpacks_too_large':
    'Het Excel-bestand is uitgepakt groter dan {{megabytes}} MB. Sla het blad op als CSV.',
  'problem.xlsx_memory': 'Het Excel-bestand vraagt te veel geheugen. Sla het blad op als CSV.',
  'problem.sheet_damaged':
    'Het blad kan niet worden gelezen. Open het bestand in Excel en sla het opnieuw op, of sla het blad op als CSV.',
  'problem.sheet_unknown': 'In het bestand is geen blad ‘{{sheet}}’.',
  'problem.sheet_too_many_rows':
    'Het blad heeft meer dan {{maximum}} rijen. Verwijder de lege onder de tabel, of sla het blad op als CSV.',
  'problem.sheet_too_many_columns':
    'Het blad heeft te veel kolommen voor zo veel rijen. Verwijder de lege naast de tabel, of sla het blad op als CSV.',
  'problem.cell_too_long': 'Een Excel-cel heeft plaats voor {{maximum}} tekens. Exporteer als CSV.',
  'problem.table_too_many_rows': 'Meer dan {{maximum}} rijen is te veel voor een Excel-bestand. Exporteer als CSV.',
  'problem.table_too_large': 'De tabel is te groot voor een Excel-bestand. Exporteer als CSV.',

  'problem.csv_quote_open': 'Een aanhalingsteken wordt geopend en nooit gesloten, bij regel {{line}}.',
  'problem.csv_row_too_long':
    'Een regel is langer dan {{kilobytes}} kB, bij regel {{line}}. Misschien wordt een aanhalingsteken nooit gesloten.',
  'problem.csv_damaged': 'Het bestand kan niet als CSV worden gelezen, bij regel {{line}}.',
  'problem.csv_delimiter': 'Het scheidingsteken moet één teken zijn.',
  'problem.encoding_unknown': 'De tekencodering ‘{{encoding}}’ is niet bekend.',

  'problem.header_unknown':
    'In de eerste {{lines}} regels is geen kopregel herkend. Eén regel moet de kolommen benoemen, met een titel als ‘Kaartnummer’.',
  'problem.column_unknown': 'Er is geen kolom ‘{{column}}’.',
  'problem.column_number_unknown': 'Er is geen kolom {{column}}: het bestand heeft er {{columns}}.',
  'problem.column_ambiguous': 'Meerdere kolommen heten ‘{{column}}’.',
  'problem.column_for_two_fields': 'De kolom ‘{{column}}’ kan niet tegelijk ‘{{other}}’ en ‘{{field}}’ zijn.',
  'problem.columns_for_one_field': 'Meerdere kolommen lijken ‘{{field}}’ te zijn: {{columns}}. Zeg welke het is.',
  'problem.no_card_number_column': 'Geen kolom is als kaartnummer herkend. Zeg welke het is.',
} as const satisfies Record<keyof typeof english, string>
