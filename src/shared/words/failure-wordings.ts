import * as messages from '../i18n/generated/messages/failures.js'
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

/** Words of reasons that have none under their own name, by `code/reason`. */
const otherWords: Readonly<Record<string, WordsName>> = {
  'network/dns': 'network_offline',
  'timeout/proxy-silent': 'network_proxy_silent',
  'order-status/gone': 'order_status_not_listed',
  'unreadable/xml': 'unreadable_text',
  'file-binary/xlsb': 'file_binary_xls',
  'operation-unclear/no-header': 'no_header',
  'column-missing/no-header': 'no_header',
  'operation-unclear/no-id': 'no_id',
  'column-missing/no-id': 'no_id',
  'fetch/proxy-login-refused': 'fetch_proxy_login',
  'fetch/proxy-login-kind': 'fetch_proxy_login',
  'fetch/proxy-login-keychain': 'fetch_proxy_login',
  'team/used': 'team_code_over',
  'confirmation-required/twice-in-file': 'confirmation_required_second_advert',
  'confirmation-required/in-stock': 'confirmation_required_second_advert',
}

/** Next steps of reasons that are neither under the name of their words nor that of the code, by `code/reason`. */
const otherNext: Readonly<Record<string, NextName>> = {
  'network/proxy-silent': 'network_through_proxy',
  'timeout/proxy-silent': 'network_through_proxy',
  'server/moved': 'unreadable_html',
  'unreadable/cut-off': 'network',
  'unreadable/xml': 'unreadable_huge',
  'unreadable/text': 'unreadable_huge',
  'order-status/unconfirmed': 'order_status_open',
  'file-binary/pdf': 'file_binary_document',
  'confirmation-required/twice-in-file': 'confirmation_required_sent_before',
  'confirmation-required/in-stock': 'confirmation_required_sent_before',
  'fetch/proxy-silent': 'fetch_proxy',
  'fetch/proxy-login': 'network_proxy_login',
  'fetch/proxy-login-refused': 'network_proxy_login_refused',
  'fetch/proxy-login-kind': 'network_proxy_login_kind',
  'fetch/proxy-login-keychain': 'network_proxy_login_keychain',
  'fetch/login-refused': 'fetch_login_missing',
  'fetch/empty': 'fetch_status',
  'fetch/cut': 'fetch_status',
  'fetch/coding': 'fetch_status',
  'key-missing/item-empty': 'key_missing_item',
  'key-missing/item-form': 'key_missing_item',
  'usage/answer': 'usage_no_preview',
  'usage/bound-elsewhere': 'team_bound',
  'update/file-elsewhere': 'update_manifest',
  'update/system': 'update_manifest',
  'update/redirect': 'update_manifest',
  'update/redirects': 'update_manifest',
  'update/damaged': 'update_larger',
  'storage/no-file': 'storage_is_folder',
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

const isWords = (name: string): name is WordsName => Object.hasOwn(messages, `failure_${name}_words`)
const isNext = (name: string): name is NextName => Object.hasOwn(messages, `failure_${name}_next`)

/** The closest words for a failure, and its next step: those of its reason, if it has some, or of its code. */
export function wordingOf(fault: Failed): readonly [WordsName, NextName] {
  const ofServiceCode = ofService(fault)
  if (ofServiceCode !== undefined) return pairOf(ofServiceCode)
  const { code, details } = fault
  const key = `${code}/${details.reason ?? ''}`
  const words = pick(otherWords, key) ?? key.replaceAll(/[-/]/g, '_')
  if (!isWords(words)) return pairOf(firstOf(byDetails, fault) ?? ofCode(code))
  return [words, pick(otherNext, key) ?? (isNext(words) ? words : ofCode(code))]
}

/** A service that fails may answer any code, including one about the key. */
const ofService = (fault: Failed): Wording | undefined =>
  fault.code === 'server'
    ? undefined
    : (firstOf(byServiceCodeAndMore, fault) ?? pick(byServiceCode, fault.details.serviceCode))

const firstOf = (
  table: readonly (readonly [(fault: Failed) => boolean, Wording])[],
  fault: Failed,
): Wording | undefined => table.find(([fits]) => fits(fault))?.[1]

const pick = <Named>(
  table: Readonly<Record<string, Named>>,
  key: string | number | undefined,
): Named | undefined => (key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined)

const pairOf = (wording: Wording): readonly [WordsName, NextName] =>
  typeof wording === 'string' ? [wording, wording] : wording
