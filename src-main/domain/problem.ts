/**
 * What can be wrong with an input: a stable code and the values its sentence needs, so that every language can word it.
 * This table lists each code's values; a unit test fails if a language lacks its words.
 */
export const PROBLEMS = {
  // Any field.
  required: [],
  not_text: [],
  wrong_form: [],
  unknown_value: [],
  control_characters: [],
  direction_characters: [],
  visible_ascii: [],
  too_short: ['minimum'],
  too_long: ['maximum'],
  not_a_number: [],
  not_a_whole_number: [],
  too_small: ['minimum'],
  too_large: ['maximum'],
  too_many: ['maximum'],
  not_a_date: [],
  time_past: [],
  time_too_far: ['years'],

  // An address for the service to call.
  url_form: [],
  url_not_https: [],
  url_credentials: [],
  url_fragment: [],
  url_query: [],
  url_http_elsewhere: [],
  url_http_while_open: [],
  url_own_port: [],
  url_this_machine: [],
  url_private: [],

  // A webhook, its events and its schedule.
  no_events: [],
  event_twice: [],
  event_unknown: [],
  event_not_chosen: ['event'],
  schedule_without_events: [],
  too_long_ago: ['days'],

  // Settings, projects, keys, views.
  network_form: ['text'],
  origin_form: ['text'],
  private_key: [],
  certificates_form: [],
  name_differs: ['name'],
  key_revoked: [],
  unknown_code: [],
  service_address: [],
  email_taken: [],
  person_suspended: [],
  administrator_first: [],
  too_many_views: ['maximum'],

  // Alerts by e-mail.
  mail_unprotected: [],
  mail_no_address: [],

  // Approvals.
  no_approval_needed: [],

  // The provider, and work in progress.
  folder_unreadable: [],
  folder_not_allowed: [],
  credentials_required: [],
  credentials_of_other_host: [],
  no_provider: [],
  no_gateway: [],
  files_by_hand: [],
  run_under_way: [],
  nothing_refused: [],
  nothing_differs: [],
  job_running: [],
  nothing_to_retry: [],
  choice_changed: [],
  driver_has_cards: ['cards'],

  // Signing in.
  password_guessable: [],
  too_many_attempts: ['seconds'],
  passkey_without_host: [],
  password_wrong: [],
  code_wrong: [],
  last_credential: [],
  second_factor_exists: [],
  second_factor_required: [],
  issuer_form: [],
  issuer_silent: [],

  // A backup.
  backup_missing: [],
  backup_damaged: [],
  backup_unsealed: [],
  passphrase_required: [],
  passphrase_wrong: [],
  passphrase_without_key: [],
  passphrase_short: ['minimum'],

  // A file as a whole.
  file_missing: [],
  file_unreadable: [],
  file_unwritable: [],
  file_gone: [],
  file_empty: [],
  file_no_table: [],
  file_old_excel: [],
  file_pdf: [],
  file_markup: [],
  file_xlsb: [],
  file_archive: [],
  file_damaged: [],
  file_names_no_card: [],
  file_too_many_rows: ['maximum'],
  list_lacks_cards: ['missing'],

  // An Excel file.
  xlsx_damaged: [],
  xlsx_too_large: ['megabytes'],
  xlsx_unpacks_too_large: ['megabytes'],
  xlsx_memory: [],
  sheet_damaged: [],
  sheet_unknown: ['sheet'],
  sheet_too_many_rows: ['maximum'],
  sheet_too_many_columns: [],
  cell_too_long: ['maximum'],
  table_too_many_rows: ['maximum'],
  table_too_large: [],

  // A CSV file.
  csv_quote_open: ['line'],
  csv_row_too_long: ['line', 'kilobytes'],
  csv_damaged: ['line'],
  csv_delimiter: [],
  encoding_unknown: ['encoding'],

  // The columns of a file; `field` and `other` name fields of a card.
  header_unknown: ['lines'],
  column_unknown: ['column'],
  column_number_unknown: ['column', 'columns'],
  column_ambiguous: ['column'],
  column_for_two_fields: ['column', 'field', 'other'],
  columns_for_one_field: ['field', 'columns'],
  no_card_number_column: [],
} as const satisfies Record<string, readonly string[]>

export type ProblemCode = keyof typeof PROBLEMS

/** One code with its values: texts as given, numbers in the unit in the value's name. */
export type Problem = {
  [Code in ProblemCode]: { code: Code } & Record<(typeof PROBLEMS)[Code][number], string | number>
}[ProblemCode]

/** What is wrong with an input: an English sentence for programs and logs, and the code from which the app words it. */
export interface Fault {
  message: string
  problem: Problem
}
