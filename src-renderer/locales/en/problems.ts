import type { ProblemCode } from '../../../src-main/domain/problem.ts'

/** The faults of an input, by code: whole sentences, shown at a field or below it. */
export const problems = {
  'problem.required': 'This is required.',
  'problem.not_text': 'This must be text.',
  'problem.wrong_form': 'This is not in the expected format.',
  'problem.unknown_value': 'This value is not allowed here.',
  'problem.control_characters': 'This must not contain control characters.',
  'problem.direction_characters': 'This must not contain line breaks, control or direction characters.',
  'problem.visible_ascii': 'Use visible ASCII characters only, without spaces.',
  'problem.too_short': 'This must have at least {{minimum}} characters.',
  'problem.too_long': 'This must have at most {{maximum}} characters.',
  'problem.not_a_number': 'This must be a number.',
  'problem.not_a_whole_number': 'This must be a whole number.',
  'problem.too_small': 'This must be {{minimum}} or more.',
  'problem.too_large': 'This must be {{maximum}} or less.',
  'problem.too_many': 'No more than {{maximum}} are allowed.',
  'problem.not_a_date': 'This must be a date and a time.',
  'problem.time_past': 'This must be a time in the future.',
  'problem.time_too_far': 'This must be at most {{years}} years ahead.',

  'problem.url_form': 'This is not a complete address such as https://example.com/path.',
  'problem.url_not_https': 'The address must begin with https://.',
  'problem.url_credentials': 'The address must not contain a user name or password.',
  'problem.url_fragment': 'The address must not contain “#”.',
  'problem.url_query': 'The address must not contain “?” or “#”.',
  'problem.url_http_elsewhere': 'The address must begin with https://; http:// is allowed only for this computer.',
  'problem.url_http_while_open':
    'http:// to this computer is allowed only while the service listens on this computer alone.',
  'problem.url_own_port': 'The address must not lead back to this service.',
  'problem.url_this_machine':
    'The address must not lead to this computer, unless its network is among the allowed private destinations in the settings.',
  'problem.url_private':
    'The address must not lead to a private or reserved network, unless it is among the allowed private destinations in the settings.',

  'problem.no_events': 'Choose at least one event.',
  'problem.event_twice': 'An event is listed more than once.',
  'problem.event_unknown': 'There is no such event.',
  'problem.event_not_chosen': 'The webhook does not send “{{event}}”.',
  'problem.schedule_without_events': 'While the schedule is on, it needs at least one event.',
  'problem.too_long_ago': 'That is more than {{days}} days ago.',

  'problem.network_form': '“{{text}}” is not a network such as 10.20.0.0/16 or fd00::/8.',
  'problem.origin_form': '“{{text}}” is not an origin such as https://fleet.example.',
  'problem.private_key': 'This contains a private key. Enter the certificates alone.',
  'problem.certificates_form': 'Enter certificates in PEM format (-----BEGIN CERTIFICATE-----).',
  'problem.name_differs': 'This does not match the project’s name, “{{name}}”.',
  'problem.key_revoked': 'The key is revoked. Create a new one.',
  'problem.unknown_code': 'No device shows this code. It may be older than 10 minutes.',
  'problem.service_address': 'Enter the address of the service, such as https://fleet.example.',
  'problem.email_taken': 'Somebody already has this e-mail address.',
  'problem.person_suspended': 'This person is suspended. Resume them first.',
  'problem.administrator_first':
    'First an administrator needs an e-mail address and something to sign in with. Give them to yourself, or invite an administrator.',
  'problem.too_many_views': 'There are already {{maximum}} views. Delete one first.',

  'problem.folder_unreadable': 'This must be the full path of a folder that exists and can be read.',
  'problem.folder_not_allowed': 'Choose one of the folders that the administrator of the service has allowed.',
  'problem.mail_unprotected': 'A password is sent over a protected connection only.',
  'problem.no_approval_needed': 'This needs no approval.',
  'problem.mail_no_address': 'Your profile has no e-mail address.',
  'problem.credentials_required': 'The credentials are missing.',
  'problem.credentials_of_other_host': 'The address leads to another host. Enter the credentials again.',
  'problem.no_provider': 'No provider is connected to this project.',
  'problem.no_gateway': 'No gateway is connected. Connect one first.',
  'problem.files_by_hand': 'This provider’s exports are imported by hand. Import one.',
  'problem.run_under_way': 'Another sync or import of this project is running. Try again once it has finished.',
  'problem.nothing_refused': 'No change to this card was refused or abandoned.',
  'problem.nothing_differs': 'No difference from the provider is known. Sync first.',
  'problem.job_running': 'The job is still running.',
  'problem.nothing_to_retry': 'Nothing in this job can be retried.',
  'problem.choice_changed': 'The cards that this concerns have changed since the preview. Check the new one.',
  'problem.driver_has_cards':
    'This driver still has cards ({{cards}}). Assign them to another driver first. Nothing was erased.',

  'problem.password_guessable': 'This password is easily guessed. Use several unrelated words.',
  'problem.too_many_attempts': 'Too many attempts. Try again in {{seconds}} s.',
  'problem.passkey_without_host': 'Passkeys work only at the public address of a service.',
  'problem.password_wrong': 'This is not your present password.',
  'problem.code_wrong': 'This code is wrong, or has been used already.',
  'problem.last_credential': 'You would have nothing left to sign in with.',
  'problem.second_factor_exists': 'You already have an authenticator app. Remove it first.',
  'problem.second_factor_required': 'This service demands a second factor.',
  'problem.issuer_form': 'Enter an address such as https://login.example.',
  'problem.issuer_silent':
    'No identity provider answers at this address, or it calls itself by another one. Check the spelling, to the last “/”.',

  'problem.backup_missing': 'This backup is no longer in the backups folder.',
  'problem.backup_damaged': 'This backup is incomplete or damaged. Nothing was restored.',
  'problem.backup_unsealed': 'The seal of this backup is missing or wrong. Nothing was restored.',
  'problem.passphrase_required':
    'This backup is encrypted. Enter the passphrase it was made with. Nothing was restored.',
  'problem.passphrase_wrong': 'This is not the passphrase for this backup. Nothing was restored.',
  'problem.passphrase_without_key':
    'This backup was made without a passphrase and contains no data key. Nothing was restored.',
  'problem.passphrase_short': 'The passphrase must have at least {{minimum}} characters.',

  'problem.file_missing': 'The file is no longer there. Choose it again.',
  'problem.file_unreadable': 'The file cannot be read. Choose it again.',
  'problem.file_unwritable': 'The file cannot be written.',
  'problem.file_gone': 'The service no longer has the file. Start again.',
  'problem.file_empty': 'The file is empty.',
  'problem.file_no_table': 'The file is neither CSV nor XLSX.',
  'problem.file_old_excel':
    'The file is an old Excel file (.xls), or protected by a password. Save it as .xlsx or CSV without a password.',
  'problem.file_pdf': 'The file is a PDF document. Ask the provider for an export as CSV or XLSX.',
  'problem.file_markup':
    'The file is a web page or XML, even if its name says Excel. Open it in Excel and save it as .xlsx or CSV.',
  'problem.file_xlsb': 'The file is a binary Excel file (.xlsb). Save it as .xlsx or CSV.',
  'problem.file_archive':
    'The file is an archive, but not an Excel workbook. Choose a file that ends in .xlsx or .csv.',
  'problem.file_damaged': 'The file is damaged and cannot be read.',
  'problem.file_names_no_card': 'The file contains no cards.',
  'problem.file_too_many_rows': 'The file has too many rows; the limit is {{maximum}} at a time.',
  'problem.list_lacks_cards':
    'Of the known cards, {{missing}} are missing from the list, more than a fifth. None was marked as gone. Check that the list belongs to the right customer account.',

  'problem.xlsx_damaged':
    'The Excel file is damaged or incomplete. Open it in Excel and save it again, or save the sheet as CSV.',
  'problem.xlsx_too_large':
    'The Excel file is larger than {{megabytes}} MB. Save the sheet as CSV, which may be of any size.',
  'problem.xlsx_unpacks_too_large': 'The Excel file unpacks to more than {{megabytes}} MB. Save the sheet as CSV.',
  'problem.xlsx_memory': 'The Excel file needs too much memory. Save the sheet as CSV.',
  'problem.sheet_damaged':
    'The sheet cannot be read. Open the file in Excel and save it again, or save the sheet as CSV.',
  'problem.sheet_unknown': 'There is no sheet “{{sheet}}” in the file.',
  'problem.sheet_too_many_rows':
    'The sheet has more than {{maximum}} rows. Delete the empty ones below the table, or save the sheet as CSV.',
  'problem.sheet_too_many_columns':
    'The sheet has too many columns for its many rows. Delete the empty ones beside the table, or save the sheet as CSV.',
  'problem.cell_too_long': 'An Excel cell has room for {{maximum}} characters. Export as CSV.',
  'problem.table_too_many_rows': 'More than {{maximum}} rows are too many for an Excel file. Export as CSV.',
  'problem.table_too_large': 'The table is too large for an Excel file. Export as CSV.',

  'problem.csv_quote_open': 'A quotation mark near line {{line}} is never closed.',
  'problem.csv_row_too_long':
    'A row near line {{line}} is longer than {{kilobytes}} kB. Perhaps a quotation mark is never closed.',
  'problem.csv_damaged': 'The file cannot be read as CSV near line {{line}}.',
  'problem.csv_delimiter': 'The delimiter must be a single character.',
  'problem.encoding_unknown': 'The encoding “{{encoding}}” is not supported.',

  'problem.header_unknown':
    'No header was recognised in the first {{lines}} lines. One line must name the columns, with a title such as “Card number”.',
  'problem.column_unknown': 'There is no column “{{column}}”.',
  'problem.column_number_unknown': 'There is no column {{column}}: the file has {{columns}}.',
  'problem.column_ambiguous': 'Several columns are called “{{column}}”.',
  'problem.column_for_two_fields': 'The column “{{column}}” cannot be both “{{other}}” and “{{field}}”.',
  'problem.columns_for_one_field': 'Several columns seem to be “{{field}}”: {{columns}}. Choose one.',
  'problem.no_card_number_column': 'No column was recognised as the card number. Choose it.',
} as const satisfies Record<`problem.${ProblemCode}`, string>
