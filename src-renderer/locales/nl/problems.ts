import type { problems as english } from '../en/problems.ts'

export const problems = {
  'problem.required': 'Dit is verplicht.',
  'problem.not_text': 'Voer tekst in.',
  'problem.wrong_form': 'Dit heeft niet de verwachte indeling.',
  'problem.unknown_value': 'Deze waarde is hier niet toegestaan.',
  'problem.control_characters': 'Besturingstekens zijn hier niet toegestaan.',
  'problem.direction_characters':
    'Regeleinden, besturingstekens en tekens voor de schrijfrichting zijn hier niet toegestaan.',
  'problem.visible_ascii': 'Alleen zichtbare ASCII-tekens zonder spaties zijn toegestaan.',
  'problem.too_short': 'Voer minstens {{minimum}} tekens in.',
  'problem.too_long': 'Voer maximaal {{maximum}} tekens in.',
  'problem.not_a_number': 'Voer een getal in.',
  'problem.not_a_whole_number': 'Voer een geheel getal in.',
  'problem.too_small': 'De kleinste waarde is {{minimum}}.',
  'problem.too_large': 'De grootste waarde is {{maximum}}.',
  'problem.too_many': 'Er zijn er maximaal {{maximum}} toegestaan.',
  'problem.not_a_date': 'Voer een datum en tijd in.',
  'problem.time_past': 'Kies een tijdstip in de toekomst.',
  'problem.time_too_far': 'Kies een tijdstip binnen {{years}} jaar.',

  'problem.url_form': 'Dit is geen volledig adres zoals https://example.com/pad.',
  'problem.url_not_https': 'Het adres moet met https:// beginnen.',
  'problem.url_credentials': 'Het adres mag geen gebruikersnaam of wachtwoord bevatten.',
  'problem.url_fragment': 'Het adres mag geen “#” bevatten.',
  'problem.url_query': 'Het adres mag geen “?” of “#” bevatten.',
  'problem.url_http_elsewhere':
    'Het adres moet met https:// beginnen; http:// is alleen voor deze computer toegestaan.',
  'problem.url_http_while_open':
    'http:// naar deze computer is alleen toegestaan zolang de service alleen op deze computer luistert.',
  'problem.url_own_port': 'Het adres mag niet naar deze service terugleiden.',
  'problem.url_this_machine':
    'Het adres mag niet naar deze computer leiden, tenzij het netwerk in de instellingen onder “Toegestane privébestemmingen” staat.',
  'problem.url_private':
    'Het adres mag niet naar een privé- of gereserveerd netwerk leiden, tenzij dat in de instellingen onder “Toegestane privébestemmingen” staat.',

  'problem.no_events': 'Kies minstens één gebeurtenis.',
  'problem.event_twice': 'Een gebeurtenis is meer dan eens genoemd.',
  'problem.event_unknown': 'Deze gebeurtenis bestaat niet.',
  'problem.event_not_chosen': 'De webhook verstuurt “{{event}}” niet.',
  'problem.schedule_without_events': 'Zolang het schema aanstaat, heeft het minstens één gebeurtenis nodig.',
  'problem.too_long_ago': 'Dat is meer dan {{days}} dagen geleden.',

  'problem.network_form': '“{{text}}” is geen netwerk zoals 10.20.0.0/16 of fd00::/8.',
  'problem.origin_form': '“{{text}}” is geen origin zoals https://fleet.example.',
  'problem.private_key': 'Dit bevat een privésleutel. Voer alleen de certificaten in.',
  'problem.certificates_form': 'Voer certificaten in PEM-indeling in (-----BEGIN CERTIFICATE-----).',
  'problem.name_differs': 'Dit komt niet overeen met de naam van het project, “{{name}}”.',
  'problem.key_revoked': 'De sleutel is ingetrokken. Maak een nieuwe aan.',
  'problem.unknown_code': 'Geen apparaat toont deze code. Misschien is die ouder dan 10 minuten.',
  'problem.service_address': 'Voer het adres van de service in, bijvoorbeeld https://fleet.example.',
  'problem.email_taken': 'Iemand heeft dit e-mailadres al.',
  'problem.person_suspended': 'Deze persoon is uitgesloten. Laat die eerst weer toe.',
  'problem.administrator_first':
    'Eerst heeft een beheerder een e-mailadres en iets om zich mee aan te melden nodig. Geef ze aan uzelf, of nodig een beheerder uit.',
  'problem.too_many_views': 'Er zijn al {{maximum}} weergaven. Verwijder er eerst een.',

  'problem.folder_unreadable': 'Voer het volledige pad in van een map die bestaat en leesbaar is.',
  'problem.folder_not_allowed': 'Kies een van de mappen die de beheerder van de service heeft toegestaan.',
  'problem.mail_unprotected': 'Een wachtwoord wordt alleen over een beveiligde verbinding verstuurd.',
  'problem.no_approval_needed': 'Hiervoor is geen goedkeuring nodig.',
  'problem.mail_no_address': 'In uw profiel staat geen e-mailadres.',
  'problem.credentials_required': 'De inloggegevens ontbreken.',
  'problem.credentials_of_other_host': 'Het adres leidt naar een andere server. Voer de inloggegevens opnieuw in.',
  'problem.no_provider': 'Aan dit project is geen aanbieder gekoppeld.',
  'problem.no_gateway': 'Er is geen gateway gekoppeld. Koppel er eerst een.',
  'problem.files_by_hand': 'De exports van deze aanbieder worden handmatig geïmporteerd. Importeer er een.',
  'problem.run_under_way': 'Er loopt al een synchronisatie of import van dit project. Probeer het daarna opnieuw.',
  'problem.nothing_refused': 'Geen wijziging van deze kaart is geweigerd of opgegeven.',
  'problem.nothing_differs': 'Er is geen verschil met de aanbieder bekend. Synchroniseer eerst.',
  'problem.job_running': 'De taak is nog bezig.',
  'problem.nothing_to_retry': 'In deze taak valt niets opnieuw te proberen.',
  'problem.choice_changed': 'De betrokken kaarten zijn sinds het voorbeeld gewijzigd. Controleer het nieuwe voorbeeld.',
  'problem.driver_has_cards':
    'Deze bestuurder heeft nog kaarten ({{cards}}). Wijs ze eerst aan een andere bestuurder toe. Er is niets gewist.',

  'problem.password_guessable': 'Dit wachtwoord is makkelijk te raden. Gebruik enkele woorden zonder verband.',
  'problem.too_many_attempts': 'Te veel pogingen. Probeer het over {{seconds}} s opnieuw.',
  'problem.passkey_without_host': 'Toegangssleutels werken alleen op het openbare adres van een service.',
  'problem.password_wrong': 'Dit is niet uw huidige wachtwoord.',
  'problem.code_wrong': 'Deze code is onjuist of al gebruikt.',
  'problem.last_credential': 'U zou niets meer hebben om mee aan te melden.',
  'problem.second_factor_exists': 'U hebt al een authenticator-app. Verwijder die eerst.',
  'problem.second_factor_required': 'Deze service vereist een tweede factor.',
  'problem.issuer_form': 'Vul een adres in zoals https://login.example.',
  'problem.issuer_silent':
    'Op dit adres antwoordt geen identiteitsprovider, of hij noemt zichzelf anders. Controleer de schrijfwijze, tot de laatste “/”.',

  'problem.backup_missing': 'Deze back-up staat niet meer in de back-upmap.',
  'problem.backup_damaged': 'Deze back-up is onvolledig of beschadigd. Er is niets teruggezet.',
  'problem.backup_unsealed': 'Het zegel van deze back-up ontbreekt of klopt niet. Er is niets teruggezet.',
  'problem.passphrase_required':
    'Deze back-up is versleuteld. Voer de wachtwoordzin in waarmee de back-up is gemaakt. Er is niets teruggezet.',
  'problem.passphrase_wrong': 'Dit is niet de wachtwoordzin van deze back-up. Er is niets teruggezet.',
  'problem.passphrase_without_key':
    'Deze back-up is zonder wachtwoordzin gemaakt en bevat geen gegevenssleutel. Er is niets teruggezet.',
  'problem.passphrase_short': 'De wachtwoordzin moet minstens {{minimum}} tekens hebben.',

  'problem.file_missing': 'Het bestand is er niet meer. Kies het opnieuw.',
  'problem.file_unreadable': 'Het bestand kan niet worden gelezen. Kies het opnieuw.',
  'problem.file_unwritable': 'Het bestand kan niet worden geschreven.',
  'problem.file_gone': 'De service heeft het bestand niet meer. Begin opnieuw.',
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
  'problem.file_names_no_card': 'Het bestand bevat geen kaarten.',
  'problem.file_too_many_rows': 'Het bestand heeft te veel rijen; de limiet is {{maximum}} tegelijk.',
  'problem.list_lacks_cards':
    'In de lijst ontbreken {{missing}} van de bekende kaarten, meer dan een vijfde. Geen enkele is als vervallen gemarkeerd. Controleer of de lijst bij het juiste klantaccount hoort.',

  'problem.xlsx_damaged':
    'Het Excel-bestand is beschadigd of onvolledig. Open het in Excel en sla het opnieuw op, of sla het blad op als CSV.',
  'problem.xlsx_too_large':
    'Het Excel-bestand is groter dan {{megabytes}} MB. Sla het blad op als CSV; daarvoor geldt geen limiet.',
  'problem.xlsx_unpacks_too_large':
    'Het Excel-bestand is uitgepakt groter dan {{megabytes}} MB. Sla het blad op als CSV.',
  'problem.xlsx_memory': 'Het Excel-bestand vraagt te veel geheugen. Sla het blad op als CSV.',
  'problem.sheet_damaged':
    'Het blad kan niet worden gelezen. Open het bestand in Excel en sla het opnieuw op, of sla het blad op als CSV.',
  'problem.sheet_unknown': 'In het bestand is geen blad “{{sheet}}”.',
  'problem.sheet_too_many_rows':
    'Het blad heeft meer dan {{maximum}} rijen. Verwijder de lege onder de tabel, of sla het blad op als CSV.',
  'problem.sheet_too_many_columns':
    'Het blad heeft te veel kolommen voor zo veel rijen. Verwijder de lege naast de tabel, of sla het blad op als CSV.',
  'problem.cell_too_long': 'Een Excel-cel heeft plaats voor {{maximum}} tekens. Exporteer als CSV.',
  'problem.table_too_many_rows': 'Meer dan {{maximum}} rijen is te veel voor een Excel-bestand. Exporteer als CSV.',
  'problem.table_too_large': 'De tabel is te groot voor een Excel-bestand. Exporteer als CSV.',

  'problem.csv_quote_open': 'Een aanhalingsteken bij regel {{line}} wordt nooit gesloten.',
  'problem.csv_row_too_long':
    'Een rij bij regel {{line}} is langer dan {{kilobytes}} kB. Misschien wordt een aanhalingsteken nooit gesloten.',
  'problem.csv_damaged': 'Het bestand kan bij regel {{line}} niet als CSV worden gelezen.',
  'problem.csv_delimiter': 'Het scheidingsteken moet één teken zijn.',
  'problem.encoding_unknown': 'De tekencodering “{{encoding}}” wordt niet ondersteund.',

  'problem.header_unknown':
    'In de eerste {{lines}} regels is geen kopregel herkend. Eén regel moet de kolommen benoemen, bijvoorbeeld met “Kaartnummer”.',
  'problem.column_unknown': 'Er is geen kolom “{{column}}”.',
  'problem.column_number_unknown': 'Er is geen kolom {{column}}: het bestand heeft er {{columns}}.',
  'problem.column_ambiguous': 'Meerdere kolommen heten “{{column}}”.',
  'problem.column_for_two_fields': 'De kolom “{{column}}” kan niet tegelijk “{{other}}” en “{{field}}” zijn.',
  'problem.columns_for_one_field': 'Meerdere kolommen lijken “{{field}}” te zijn: {{columns}}. Kies er een.',
  'problem.no_card_number_column': 'Geen kolom is als kaartnummer herkend. Kies de kolom.',
} as const satisfies Record<keyof typeof english, string>
