import type * as messages from '../i18n/generated/messages/failures.js'
import type { Failure, FailureCode } from '../bridge/failure.ts'

/** Facts that choose the words. */
export type Failed = Pick<Failure, 'code' | 'details'>

type MessageName = keyof typeof messages
type Between<End extends string> = {
  [Name in MessageName]: Name extends `failure_${infer Middle}_${End}` ? Middle : never
}[MessageName]

/** The middle of the names of messages: `failure_<name>_words` says what happened. */
export type WordsName = Between<'words'>
/** `failure_<name>_next` says what can be done about it in the window. */
export type NextName = Between<'next'>

/** Names of the words and of the next step; a single name if both have the same. */
type Wording = (WordsName & NextName) | readonly [WordsName, NextName]

type Snake<Name extends string> = Name extends `${infer Start}-${infer End}` ? `${Start}_${Snake<End>}` : Name

/** Every code has words and a next step under its own name. */
const ofCode = (code: FailureCode): Snake<FailureCode> => code.replaceAll('-', '_') as Snake<FailureCode>

/** The service's own codes, which say more than ours. */
const byServiceCode: Readonly<Record<string, Wording>> = {
  API_KEY_MISSING: 'service_api_key_missing',
  API_KEY_INVALID: 'service_api_key_invalid',
  API_KEY_DISABLED: 'service_api_key_disabled',
  API_KEY_UNAUTHORIZED: 'service_api_key_unauthorized',
  API_KEY_UNVERIFIED: 'service_api_key_unverified',
  OVER_RATE_LIMIT: 'service_over_rate_limit',
  NOT_FOUND: 'not_found',
  HTTPS_REQUIRED: 'service_https_required',
  NOT_ENOUGH_DATA: 'service_not_enough_data',
  NOTICE: ['service_notice', 'rejected_message'],
}

/** For failures of which more is known than the service's code. */
const byServiceCodeAndMore: readonly (readonly [(fault: Failed) => boolean, Wording])[] = [
  [
    ({ details }) => details.serviceCode === 'NOT_ENOUGH_DATA' && details.asked === 'read',
    ['service_not_enough_data', 'service_not_enough_data_read'],
  ],
  [
    ({ details }) => details.serviceCode === 'OVER_RATE_LIMIT' && Number(details.seconds) > 0,
    'service_over_rate_limit_seconds',
  ],
]

/** Closer causes of a code, by `code/reason`. */
export const byReason: Readonly<Record<string, Wording>> = {
  'account-twice/removed': 'account_removed',
  'stock-brake/many-missing': 'stock_many_missing',
  'demand-missing/calls': ['demand_missing_calls', 'demand_missing'],
  'demand-missing/order-status': ['demand_missing_order_status', 'demand_missing'],
  'order-status/try-one': 'order_status_try_one',
  'order-status/not-listed': 'order_status_not_listed',
  'order-status/gone': 'order_status_not_listed',
  'order-status/same': 'order_status_same',
  'order-status/moved': ['order_status_moved', 'order_status'],
  'order-status/open': 'order_status_open',
  'order-status/halted': ['order_status_halted', 'order_status'],
  'order-status/team-turn': 'order_status_team_turn',
  'order-status/team-moved': ['order_status_team_moved', 'order_status'],
  'order-status/unconfirmed': ['order_status_unconfirmed', 'order_status_open'],
  'order-status/account-changed': 'order_account',
  'order-status/not-taken': ['order_status_not_taken', 'order_status'],
  'key-column-missing/filter': 'filter_column_missing',
  'key-column-missing/quantity': 'quantity_column_missing',
  'stock-brake/new-unseen': 'stock_new_unseen',
  'stock-older/seen-before': ['stock_seen_before', 'stock_older'],
  'stock-older/ahead': 'stock_ahead',
  'managed/sandbox': 'managed_sandbox',
  'managed/data-folder': 'managed_data_folder',
  'managed/unreadable': 'managed_unreadable',
  'network/dns': 'network_offline',
  'network/offline': 'network_offline',
  'network/refused': 'network_refused',
  'network/certificate': 'network_certificate',
  'network/proxy': 'network_proxy',
  'network/proxy-login': 'network_proxy_login',
  'network/proxy-login-refused': 'network_proxy_login_refused',
  'network/proxy-login-kind': 'network_proxy_login_kind',
  'network/proxy-login-keychain': 'network_proxy_login_keychain',
  'network/proxy-unreachable': 'network_proxy_unreachable',
  'network/through-proxy': 'network_through_proxy',
  'network/proxy-silent': ['network_proxy_silent', 'network_through_proxy'],
  'network/proxy-setting': 'network_proxy_setting',
  'rate-limit/hour': 'rate_limit_hour',
  'server/upstream': 'server_upstream',
  'server/moved': ['server_moved', 'unreadable_html'],
  'not-found/path': 'not_found_path',
  'not-found/not-shown': 'not_found_not_shown',
  'timeout/proxy-silent': ['network_proxy_silent', 'network_through_proxy'],
  'timeout/proxy-unknown': 'timeout_proxy',
  'network/closed': 'network_closed',
  'draft-unknown/account-changed': 'draft_account',
  'quota/month': 'quota_month',
  'unreadable/shape': ['unreadable_shape', 'unreadable'],
  'unreadable/root': ['unreadable_root', 'unreadable'],
  'unreadable/empty': ['unreadable_empty', 'unreadable'],
  'unreadable/cut-off': ['unreadable_cut_off', 'network'],
  'unreadable/huge': 'unreadable_huge',
  'unreadable/html': 'unreadable_html',
  'unreadable/xml': ['unreadable_xml', 'unreadable_huge'],
  'unreadable/text': ['unreadable_text', 'unreadable_huge'],
  'account-address/form': ['account_address_form', 'account_address'],
  'account-address/scheme': ['account_address_scheme', 'account_address'],
  'account-address/credentials': ['account_address_credentials', 'account_address'],
  'account-address/query': ['account_address_query', 'account_address'],
  'account-address/https': ['account_address_https', 'account_address'],
  'sheet-too-large/time': ['sheet_slow', 'sheet_too_large'],
  'file-unreadable/not-a-file': 'file_not_a_file',
  'file-binary/xls': ['file_binary_xls', 'file_binary'],
  'file-binary/xlsb': ['file_binary_xlsb', 'file_binary'],
  'file-binary/ods': ['file_binary_ods', 'file_binary'],
  'file-binary/numbers': 'file_binary_numbers',
  'file-binary/password': 'file_binary_password',
  'file-binary/link': 'file_binary_link',
  'file-binary/page': 'file_binary_page',
  'file-binary/pdf': ['file_binary_pdf', 'file_binary_document'],
  'file-binary/document': 'file_binary_document',
  'file-binary/archive': 'file_binary_archive',
  'operation-unclear/no-header': 'no_header',
  'column-missing/no-header': 'no_header',
  'operation-unclear/no-id': 'no_id',
  'column-missing/no-id': 'no_id',
  'file-binary/archive-tables': 'file_binary_archive_tables',
  'file-binary/dbf': ['file_binary_dbf', 'file_binary'],
  'file-binary/database': 'file_binary_database',
  'file-binary/picture': ['file_binary_picture', 'file_binary'],
  'xml-broken/json': 'json_broken',
  'xml-no-rows/json': 'json_no_rows',
  'fetch/form': 'fetch_form',
  'fetch/credentials': 'fetch_credentials',
  'fetch/https': 'fetch_https',
  'fetch/certificate': 'fetch_certificate',
  'fetch/proxy': 'fetch_proxy',
  'fetch/proxy-silent': ['fetch_proxy_silent', 'fetch_proxy'],
  'fetch/proxy-login': ['fetch_proxy_login', 'network_proxy_login'],
  'fetch/proxy-login-refused': ['fetch_proxy_login', 'network_proxy_login_refused'],
  'fetch/proxy-login-kind': ['fetch_proxy_login', 'network_proxy_login_kind'],
  'fetch/proxy-login-keychain': ['fetch_proxy_login', 'network_proxy_login_keychain'],
  'fetch/timeout': 'fetch_timeout',
  'fetch/too-large': 'fetch_too_large',
  'fetch/redirect-host': 'fetch_redirect_host',
  'fetch/redirects': 'fetch_redirects',
  'fetch/query-missing': 'fetch_query_missing',
  'fetch/login-missing': 'fetch_login_missing',
  'fetch/login-refused': ['fetch_login_refused', 'fetch_login_missing'],
  'fetch/login-kind': 'fetch_login_kind',
  'fetch/status': 'fetch_status',
  'fetch/empty': ['fetch_empty', 'fetch_status'],
  'fetch/html': 'fetch_html',
  'fetch/cut': ['fetch_cut', 'fetch_status'],
  'fetch/coding': ['fetch_coding', 'fetch_status'],
  'keychain-unavailable/no-bus': 'keychain_no_bus',
  'keychain-unavailable/no-service': 'keychain_no_service',
  'keychain-unavailable/no-library': 'keychain_no_library',
  'keychain-unavailable/no-ring': 'keychain_no_ring',
  'keychain-unavailable/ended': 'keychain_ended',
  'key-missing/item-empty': ['key_item_empty', 'key_item'],
  'key-missing/item-form': ['key_item_form', 'key_item'],
  'login-form/item': 'login_item',
  'keychain-locked/silent': ['keychain_silent', 'keychain_locked'],
  'sheet-unknown/element': 'sheet_unknown_element',
  'xml-broken/cut': 'xml_broken_cut',
  'xml-broken/entities': 'xml_broken_entities',
  'xml-broken/encoding': ['xml_broken_encoding', 'xml_broken'],
  'file-encoding/ambiguous': 'file_encoding_ambiguous',
  'file-encoding/joined': 'file_encoding_joined',
  'usage/base-url': 'usage_base_url',
  'usage/undo-active': 'usage_undo_active',
  'usage/undo-nothing': 'usage_undo_nothing',
  'usage/undo-none-chosen': 'usage_undo_none_chosen',
  'usage/preview': 'usage_preview',
  'usage/no-preview': 'usage_no_preview',
  'usage/undo-left-alone': 'usage_undo_left_alone',
  'usage/cancelled': 'usage_cancelled',
  'usage/journal-sound': 'usage_journal_sound',
  'usage/journal-no-backup': 'usage_journal_no_backup',
  'usage/bound': 'usage_bound',
  'usage/bound-elsewhere': ['usage_bound_elsewhere', 'team_bound'],
  'usage/feed': 'usage_feed',
  'usage/feeds': 'usage_feeds',
  'usage/linked': 'usage_linked',
  'usage/not-linked': 'usage_not_linked',
  'usage/link-elsewhere': 'usage_link_elsewhere',
  'usage/key-held': 'usage_key_held',
  'usage/answer': ['usage_answer', 'usage_no_preview'],
  'usage/answer-count': 'usage_answer_count',
  'usage/line': 'usage_line',
  'usage/host-unknown': 'usage_host_unknown',
  'usage/port-in-use': 'usage_port_in_use',
  'usage/port-refused': 'usage_port_refused',
  'usage/filter': 'usage_filter',
  'usage/filter-mileage': 'usage_filter_mileage',
  'usage/seller-ignored': 'usage_seller_ignored',
  'usage/stock-fewer': 'usage_stock_fewer',
  'team/offline': 'team_offline',
  'team/no-server': 'team_no_server',
  'team/no-tls': 'team_no_tls',
  'team/no-maker': 'team_no_maker',
  'team/login': 'team_login',
  'team/full': 'team_full',
  'team/connections': 'team_connections',
  'team/replica': 'team_replica',
  'team/certificate': 'team_certificate',
  'team/file': 'team_file',
  'team/code': 'team_code',
  'team/secret-form': 'team_secret_form',
  'team/secret': 'team_secret',
  'team/exists': 'team_exists',
  'team/version': 'team_version',
  'team/fsync': 'team_fsync',
  'team/removed': 'team_removed',
  'team/rights': 'team_rights',
  'team/send-rights': 'team_send_rights',
  'team/protocol': 'team_protocol',
  'team/session': 'team_session',
  'team/waiting': 'team_waiting',
  'team/name': 'team_name',
  'team/unknown': 'team_unknown',
  'team/self': 'team_self',
  'team/last-owner': 'team_last_owner',
  'team/code-over': 'team_code_over',
  'team/database': 'team_database',
  'team/used': 'team_code_over',
  'team/none': 'team_none',
  'team/already': 'team_already',
  'team/open': 'team_open',
  'team/left': 'team_left',
  'team/sending': 'team_sending',
  'team/address': 'team_address',
  'team/address-password': 'team_address_password',
  'team/limits': 'team_limits',
  'team/settled': 'team_settled',
  'team/present': 'team_present',
  'team/early': 'team_early',
  'team/bound': 'team_bound',
  'team/desk-older': 'team_desk_older',
  'team/desk-newer': 'team_desk_newer',
  'team/server': 'team',
  'update/unreachable': 'update_unreachable',
  'update/cut': 'update_cut',
  'update/status': 'update_status',
  'update/signature': 'update_signature',
  'update/manifest': 'update_manifest',
  'update/file-elsewhere': ['update_file_elsewhere', 'update_manifest'],
  'update/system': ['update_system', 'update_manifest'],
  'update/larger': 'update_larger',
  'update/damaged': ['update_damaged', 'update_larger'],
  'update/redirect': ['update_redirect', 'update_manifest'],
  'update/redirects': ['update_redirects', 'update_manifest'],
  'update/read-only': 'update_read_only',
  'update/sending': 'update_sending',
  'update/off': 'update_off',
  'journal-elsewhere/machine': ['journal_elsewhere_machine', 'journal_elsewhere'],
  'journal-elsewhere/unmarked': ['journal_elsewhere_unmarked', 'journal_elsewhere'],
  'journal-damaged/missing': ['journal_missing', 'journal_damaged'],
  'storage/full': 'storage_full',
  'storage/read-only': 'storage_read_only',
  'storage/row-unreadable': 'storage_row_unreadable',
  'storage/header-unreadable': 'storage_header_unreadable',
  'storage/locked': 'storage_locked',
  'storage/is-folder': 'storage_is_folder',
  'storage/no-file': ['storage_no_file', 'storage_is_folder'],
  'storage/no-folder': 'storage_no_folder',
  'storage/relative': 'storage_relative',
  'storage/path-too-long': 'storage_path_too_long',
  'storage/not-counted': 'storage_not_counted',
  'storage/not-saved': 'storage_not_saved',
  'storage/foreign-link': 'storage_foreign_link',
  'storage/network-drive': 'storage_network_drive',
  'confirmation-required/sent-before': 'confirmation_required_sent_before',
  'confirmation-required/twice-in-file': 'confirmation_required_second_advert',
  'confirmation-required/in-stock': 'confirmation_required_second_advert',
  'confirmation-required/staged-changed': 'confirmation_required_staged_changed',
  'storage/other-version': 'storage_other_version',
}

/** For failures with details, the first that fits. */
const byDetails: readonly (readonly [(fault: Failed) => boolean, Wording])[] = [
  [({ code, details }) => code === 'rejected' && Boolean(details.serviceMessage), 'rejected_message'],
  [({ code, details }) => code === 'stock-brake' && details.of === 0, 'stock_none'],
  [({ code, details }) => code === 'rate-limit' && Number(details.seconds) > 0, 'rate_limit_seconds'],
  [({ code, details }) => code === 'storage' && details.path !== undefined, ['storage_file', 'storage']],
  [
    ({ code, details }) => code === 'file-encoding' && details.line !== undefined,
    ['file_encoding_line', 'file_encoding'],
  ],
]

/** The closest words for a failure, and its next step. */
export const wordingOf = (fault: Failed): readonly [WordsName, NextName] =>
  pairOf(
    ofService(fault) ??
      pick(byReason, `${fault.code}/${fault.details.reason ?? ''}`) ??
      firstOf(byDetails, fault) ??
      ofCode(fault.code),
  )

/** A service that fails may answer any code, including one about the key. */
const ofService = (fault: Failed): Wording | undefined =>
  fault.code === 'server'
    ? undefined
    : (firstOf(byServiceCodeAndMore, fault) ?? pick(byServiceCode, fault.details.serviceCode))

const firstOf = (
  table: readonly (readonly [(fault: Failed) => boolean, Wording])[],
  fault: Failed,
): Wording | undefined => table.find(([fits]) => fits(fault))?.[1]

const pick = (
  table: Readonly<Record<string, Wording>>,
  key: string | number | undefined,
): Wording | undefined => (key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined)

const pairOf = (wording: Wording): readonly [WordsName, NextName] =>
  typeof wording === 'string' ? [wording, wording] : wording
