import { m } from '#shared/i18n/generated/messages.js'
import { getLocale } from '#shared/i18n/generated/runtime.js'
import type { Failure, FailureCode, FailureDetails, Fault } from '#shared/bridge/failure.ts'

/** The details that words may use; one that a fault doesn't have becomes an ellipsis. */
const usedDetails = [
  'file',
  'line',
  'column',
  'columns',
  'encoding',
  'choices',
  'status',
  'serviceMessage',
  'seconds',
  'minutes',
  'path',
  'value',
  'reason',
  'account',
  'batch',
  'autoId',
  'program',
  'pid',
  'since',
  'time',
] as const
type Said = Readonly<Record<(typeof usedDetails)[number], string>>

/** What happened, and what the person can do about it. */
type Wording = readonly [words: (said: Said) => string, next: (said: Said) => string]

const byCode: Readonly<Record<FailureCode, Wording>> = {
  network: [m.failure_network_words, m.failure_network_next],
  timeout: [m.failure_timeout_words, m.failure_timeout_next],
  auth: [m.failure_auth_words, m.failure_auth_next],
  'not-found': [m.failure_not_found_words, m.failure_not_found_next],
  rejected: [m.failure_rejected_words, m.failure_rejected_next],
  'rate-limit': [m.failure_rate_limit_words, m.failure_rate_limit_next],
  server: [m.failure_server_words, m.failure_server_next],
  unreadable: [m.failure_unreadable_words, m.failure_unreadable_next],
  quota: [m.failure_quota_words, m.failure_quota_next],

  'key-missing': [m.failure_key_missing_words, m.failure_key_missing_next],
  'key-form': [m.failure_key_form_words, m.failure_key_form_next],
  'keychain-locked': [m.failure_keychain_locked_words, m.failure_keychain_locked_next],
  'keychain-unavailable': [m.failure_keychain_unavailable_words, m.failure_keychain_unavailable_next],

  'file-missing': [m.failure_file_missing_words, m.failure_file_missing_next],
  'file-is-directory': [m.failure_file_is_directory_words, m.failure_file_is_directory_next],
  'file-unreadable': [m.failure_file_unreadable_words, m.failure_file_unreadable_next],
  'file-binary': [m.failure_file_binary_words, m.failure_file_binary_next],
  'file-empty': [m.failure_file_empty_words, m.failure_file_empty_next],
  'file-header-only': [m.failure_file_header_only_words, m.failure_file_header_only_next],
  'file-encoding': [m.failure_file_encoding_words, m.failure_file_encoding_next],
  'file-delimiter': [m.failure_file_delimiter_words, m.failure_file_delimiter_next],
  'header-duplicate': [m.failure_header_duplicate_words, m.failure_header_duplicate_next],
  'column-missing': [m.failure_column_missing_words, m.failure_column_missing_next],
  'quote-unclosed': [m.failure_quote_unclosed_words, m.failure_quote_unclosed_next],
  'rows-swallowed': [m.failure_rows_swallowed_words, m.failure_rows_swallowed_next],
  'header-quote': [m.failure_header_quote_words, m.failure_header_quote_next],
  'line-too-long': [m.failure_line_too_long_words, m.failure_line_too_long_next],
  'operation-unclear': [m.failure_operation_unclear_words, m.failure_operation_unclear_next],

  usage: [m.failure_usage_words, m.failure_usage_next],
  'account-unknown': [m.failure_account_unknown_words, m.failure_account_unknown_next],
  'account-address': [m.failure_account_address_words, m.failure_account_address_next],
  'account-fixed': [m.failure_account_fixed_words, m.failure_account_fixed_next],
  'batch-unknown': [m.failure_batch_unknown_words, m.failure_batch_unknown_next],
  'draft-unknown': [m.failure_draft_unknown_words, m.failure_draft_unknown_next],
  'advert-unknown': [m.failure_advert_unknown_words, m.failure_advert_unknown_next],
  brake: [m.failure_brake_words, m.failure_brake_next],
  'engine-locked': [m.failure_engine_locked_words, m.failure_engine_locked_next],
  'engine-taken': [m.failure_engine_taken_words, m.failure_engine_taken_next],
  'journal-damaged': [m.failure_journal_damaged_words, m.failure_journal_damaged_next],
  'journal-elsewhere': [m.failure_journal_elsewhere_words, m.failure_journal_elsewhere_next],
  storage: [m.failure_storage_words, m.failure_storage_next],
  cancelled: [m.failure_cancelled_words, m.failure_cancelled_next],
  'bad-ask': [m.failure_bad_ask_words, m.failure_bad_ask_next],
  forbidden: [m.failure_forbidden_words, m.failure_forbidden_next],
  internal: [m.failure_internal_words, m.failure_internal_next],
}

/** The service's own codes, which say more than ours. */
const byServiceCode: Readonly<Record<string, Wording>> = {
  API_KEY_MISSING: [m.failure_service_api_key_missing_words, m.failure_service_api_key_missing_next],
  API_KEY_INVALID: [m.failure_service_api_key_invalid_words, m.failure_service_api_key_invalid_next],
  API_KEY_DISABLED: [m.failure_service_api_key_disabled_words, m.failure_service_api_key_disabled_next],
  API_KEY_UNAUTHORIZED: [
    m.failure_service_api_key_unauthorized_words,
    m.failure_service_api_key_unauthorized_next,
  ],
  API_KEY_UNVERIFIED: [m.failure_service_api_key_unverified_words, m.failure_service_api_key_unverified_next],
  OVER_RATE_LIMIT: [m.failure_service_over_rate_limit_words, m.failure_service_over_rate_limit_next],
  NOT_FOUND: [m.failure_service_not_found_words, m.failure_service_not_found_next],
  HTTPS_REQUIRED: [m.failure_service_https_required_words, m.failure_service_https_required_next],
  NOT_ENOUGH_DATA: [m.failure_service_not_enough_data_words, m.failure_service_not_enough_data_next],
  NOTICE: [m.failure_service_notice_words, m.failure_service_notice_next],
}

/** For failures of which more is known than the service's code. */
const byServiceCodeAndMore: readonly (readonly [(fault: Fault) => boolean, Wording])[] = [
  [
    ({ details }) => details.serviceCode === 'NOT_ENOUGH_DATA' && details.asked === 'read',
    [m.failure_service_not_enough_data_words, m.failure_service_not_enough_data_read_next],
  ],
  [
    ({ details }) => details.serviceCode === 'OVER_RATE_LIMIT' && details.seconds !== undefined,
    [m.failure_service_over_rate_limit_seconds_words, m.failure_service_over_rate_limit_seconds_next],
  ],
]

/** Closer causes of a code, by `code/reason`. */
const offline: Wording = [m.failure_network_offline_words, m.failure_network_offline_next]
const byReason: Readonly<Record<string, Wording>> = {
  'network/dns': offline,
  'network/offline': offline,
  'network/refused': [m.failure_network_refused_words, m.failure_network_refused_next],
  'network/certificate': [m.failure_network_certificate_words, m.failure_network_certificate_next],
  'network/proxy': [m.failure_network_proxy_words, m.failure_network_proxy_next],
  'network/proxy-unreachable': [
    m.failure_network_proxy_unreachable_words,
    m.failure_network_proxy_unreachable_next,
  ],
  'network/proxy-setting': [m.failure_network_proxy_setting_words, m.failure_network_proxy_setting_next],
  'timeout/proxy-unknown': [m.failure_timeout_proxy_words, m.failure_timeout_proxy_next],
  'network/closed': [m.failure_network_closed_words, m.failure_network_closed_next],
  'draft-unknown/account-changed': [m.failure_draft_account_words, m.failure_draft_account_next],
  'quota/month': [m.failure_quota_month_words, m.failure_quota_month_next],
  'unreadable/shape': [m.failure_unreadable_shape_words, m.failure_unreadable_shape_next],
  'unreadable/root': [m.failure_unreadable_root_words, m.failure_unreadable_root_next],
  'unreadable/empty': [m.failure_unreadable_empty_words, m.failure_unreadable_empty_next],
  'unreadable/cut-off': [m.failure_unreadable_cut_off_words, m.failure_unreadable_cut_off_next],
  'unreadable/html': [m.failure_unreadable_html_words, m.failure_unreadable_html_next],
  'unreadable/xml': [m.failure_unreadable_xml_words, m.failure_unreadable_xml_next],
  'unreadable/text': [m.failure_unreadable_text_words, m.failure_unreadable_text_next],
  'file-encoding/ambiguous': [
    m.failure_file_encoding_ambiguous_words,
    m.failure_file_encoding_ambiguous_next,
  ],
  'usage/base-url': [m.failure_usage_base_url_words, m.failure_usage_base_url_next],
  'usage/undo-active': [m.failure_usage_undo_active_words, m.failure_usage_undo_active_next],
  'usage/undo-nothing': [m.failure_usage_undo_nothing_words, m.failure_usage_undo_nothing_next],
  'usage/undo-none-chosen': [m.failure_usage_undo_none_chosen_words, m.failure_usage_undo_none_chosen_next],
  'usage/preview': [m.failure_usage_preview_words, m.failure_usage_preview_next],
  'usage/no-preview': [m.failure_usage_no_preview_words, m.failure_usage_no_preview_next],
  'usage/undo-left-alone': [m.failure_usage_undo_left_alone_words, m.failure_usage_undo_left_alone_next],
  'usage/cancelled': [m.failure_usage_cancelled_words, m.failure_usage_cancelled_next],
  'usage/archived': [m.failure_usage_archived_words, m.failure_usage_archived_next],
  'usage/journal-sound': [m.failure_usage_journal_sound_words, m.failure_usage_journal_sound_next],
  'usage/bound': [m.failure_usage_bound_words, m.failure_usage_bound_next],
  'usage/answer': [m.failure_usage_answer_words, m.failure_usage_answer_next],
  'usage/line': [m.failure_usage_line_words, m.failure_usage_line_next],
  'journal-elsewhere/machine': [m.failure_journal_elsewhere_machine_words, m.failure_journal_elsewhere_next],
  'journal-damaged/missing': [m.failure_journal_missing_words, m.failure_journal_damaged_next],
  'storage/full': [m.failure_storage_full_words, m.failure_storage_full_next],
  'storage/read-only': [m.failure_storage_read_only_words, m.failure_storage_read_only_next],
  'brake/sent-before': [m.failure_brake_sent_before_words, m.failure_brake_sent_before_next],
  'storage/archive-missing': [
    m.failure_storage_archive_missing_words,
    m.failure_storage_archive_missing_next,
  ],
  'storage/archive-damaged': [
    m.failure_storage_archive_damaged_words,
    m.failure_storage_archive_damaged_next,
  ],
  'storage/newer-version': [m.failure_storage_newer_version_words, m.failure_storage_newer_version_next],
}

/** Codes after which the same call may succeed without any change. */
const passing = new Set<FailureCode>([
  'network',
  'timeout',
  'rate-limit',
  'server',
  'quota',
  'engine-locked',
  'cancelled',
])

/** A service that fails may answer any code, including one about the key. */
const ofService = (fault: Fault): Wording | undefined =>
  fault.code === 'server'
    ? undefined
    : (byServiceCodeAndMore.find(([fits]) => fits(fault))?.[1] ??
      pick(byServiceCode, fault.details.serviceCode))

function wordingOf(fault: Fault): Wording {
  const { code, details } = fault
  const { reason, serviceMessage, seconds, line } = details
  return (
    ofService(fault) ??
    pick(byReason, `${code}/${reason ?? ''}`) ??
    (code === 'rejected' && serviceMessage
      ? [m.failure_rejected_message_words, m.failure_rejected_message_next]
      : undefined) ??
    (code === 'rate-limit' && seconds !== undefined
      ? [m.failure_rate_limit_seconds_words, m.failure_rate_limit_seconds_next]
      : undefined) ??
    (code === 'file-encoding' && line !== undefined
      ? [m.failure_file_encoding_line_words, m.failure_file_encoding_next]
      : undefined) ??
    byCode[code]
  )
}

const pick = (
  table: Readonly<Record<string, Wording>>,
  key: string | number | undefined,
): Wording | undefined => (key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined)

const saidOf = (details: FailureDetails): Said =>
  Object.fromEntries(usedDetails.map((name) => [name, String(details[name] ?? '…')])) as Said

/** A moment by the clock on the wall, in the language of the app. */
const localTime = (iso: string): string =>
  new Date(iso).toLocaleString(getLocale(), { dateStyle: 'medium', timeStyle: 'short' })

/** A fault in plain words and with its next step, in the language that the app speaks now. */
export function failureWords(fault: Fault): Failure {
  const [words, next] = wordingOf(fault)
  const { option, wakesAt } = fault.details
  const time = wakesAt === undefined ? {} : { time: localTime(String(wakesAt)) }
  const said = saidOf({ reason: option ?? '…', ...time, ...fault.details })
  const lasting = fault.details.reason === 'certificate' || fault.details.reason === 'proxy-setting'
  return {
    code: fault.code,
    words: words(said),
    next: next(said),
    retry: passing.has(fault.code) && !lasting,
    details: fault.details,
  }
}
