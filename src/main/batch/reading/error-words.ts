import { fieldNamed, fieldNames } from '#shared/batch/field-lists.ts'
import { probably, type RowState } from '#shared/batch/row.ts'
import { numberWords } from '#shared/i18n/locale.ts'
import { localTime } from '#shared/time/time-words.ts'
import { storedWords } from '#shared/import/change-words.ts'
import { type FileColumns, fileColumn } from '../../writes/file-column.ts'
import { m } from '#shared/i18n/generated/messages.js'

/** Words of every code that the journal keeps with a row, in the language of the app. */
const words: Readonly<Record<string, () => string>> = {
  network: m.batch_error_network,
  timeout: m.failure_timeout_words,
  auth: m.failure_auth_words,
  'not-found': m.batch_error_not_found,
  rejected: m.batch_error_rejected,
  'rate-limit': m.failure_rate_limit_words,
  package: m.failure_package_expired_words,
  server: m.batch_error_server,
  moved: m.batch_error_moved,
  unreadable: m.failure_unreadable_words,
  quota: m.batch_error_quota,
  cancelled: m.batch_error_cancelled,
  internal: m.batch_error_internal,
  crashed: m.batch_error_crashed,
  'journal-behind': m.batch_error_journal_behind,
  'payload-altered': m.batch_error_payload_altered,
  'row-unreadable': m.batch_error_row_unreadable,
  'no-rows': m.batch_error_no_rows,
  'id-not-new': m.batch_error_id_not_new,
  'guard-advert': m.batch_error_guard_advert,
  'guard-owner': m.batch_error_guard_owner,
  'guard-vehicle': m.batch_error_guard_vehicle,
  'guard-names': m.batch_error_guard_names,
  'changed-since': m.batch_error_changed_since,
  'sent-since': m.batch_error_sent_since,
  'newer-batch': m.batch_error_newer_batch,
  'newer-file': m.batch_error_newer_file,
  'sent-elsewhere': m.team_error_sent_elsewhere,
  'under-way-elsewhere': m.team_error_under_way,
  'key-linked': m.batch_error_key_linked,
  'key-held': m.batch_error_key_held,
  'link-changed': m.batch_error_link_changed,
  'source-unlooked': m.batch_error_source_unlooked,
  'price-jump-unseen': m.batch_error_price_jump_unseen,
  'price-required': m.batch_error_price_required,
  'advert-gone': m.batch_error_advert_gone,
  'not-seen': m.batch_error_not_seen,
  'not-shown': m.batch_error_not_shown,
  'search-unfinished': m.batch_error_search_unfinished,
  'by-likeness': m.batch_error_by_likeness,
  'twins-differ': m.batch_error_twins_differ,
  'too-many-fit': m.batch_error_too_many_fit,
  'never-made': m.batch_error_never_made,
  'undo-exact': m.batch_error_undo_exact,
  'undo-partial': m.batch_error_undo_partial,
  'undo-impossible': m.batch_error_undo_impossible,
}

/** Next step for a failed row, by its code; a row of any other code is sent again as it is. */
const failedNext: Readonly<Record<string, () => string>> = {
  'price-required': m.batch_error_next_fix,
  rejected: m.batch_error_next_fix,
  'not-found': m.batch_error_next_id,
  'advert-gone': m.batch_error_next_id,
  'guard-owner': m.batch_error_next_id,
  'guard-vehicle': m.batch_error_next_id,
  'guard-names': m.batch_error_next_id,
  'key-linked': m.batch_error_next_plan,
  'key-held': m.batch_error_next_plan,
  'link-changed': m.batch_error_next_plan,
  'sent-elsewhere': m.team_error_next_elsewhere,
  'source-unlooked': m.batch_error_next_plan,
}

/** The same of rows that are sent again as they are, but later. */
const laterNext: Readonly<Record<string, () => string>> = {
  'under-way-elsewhere': m.team_error_next_under_way,
}

/**
 * Plain words for a row's code, followed by the service's own detail and the next step; null if there is no code.
 * @param origin the columns of the batch's file: fields are named as it names them; `file` is null if the rows come from no file
 */
export function errorWords(
  code: string | null,
  detail: string | null,
  state: RowState,
  origin: RowOrigin = noFile,
): string | null {
  if (code === null) return null
  if (code === probably) return m.batch_error_probably({ id: detail ?? '' })
  const byDesk = ofDesks[code]
  const elsewhere = byDesk && deskAndTime.exec(detail ?? '')
  if (elsewhere) {
    const [, who = '', at = ''] = elsewhere
    return `${byDesk({ who, when: localTime(at) })} ${nextStep(code, state, origin.file !== null)}`.trim()
  }
  const plain = (words[code] ?? m.batch_error_internal)()
  const said = detail ? `${plain} (${detailWords(code, detail, origin)})` : plain
  return `${said} ${nextStep(code, state, origin.file !== null)}`.trim()
}

type RowOrigin = FileColumns & { readonly file?: object | null }
const noFile: RowOrigin = { header: [], mapping: [] }

/** The guard keeps what changed as text; what the service said stays as it is. */
function detailWords(code: string, detail: string, columns: FileColumns): string {
  if (code === 'changed-since') return changedWords(detail, columns)
  return code === 'price-jump-unseen'
    ? detail.replace(plainNumber, (price) => numberWords(Number(price)))
    : detail
}

/** Words of codes whose detail is a desk of the team and a time. */
const ofDesks: Readonly<Record<string, (about: { who: string; when: string }) => string>> = {
  'sent-elsewhere': m.team_error_sent_by,
  'under-way-elsewhere': m.team_error_under_way_by,
}

/** `Olena, 2026-11-27T14:02:00.000Z` */
const deskAndTime = /^(.+), (\d{4}-\d\d-\d\dT[\d:.]+Z)$/
const plainNumber = /\d+(?:\.\d+)?/g

/** Codes whose words name the next step themselves. */
const choosesId: ReadonlySet<string> = new Set(['twins-differ', 'too-many-fit'])

function nextStep(code: string, state: RowState, isOfFile: boolean): string {
  if (state === 'in-doubt') return choosesId.has(code) ? '' : m.batch_error_next_in_doubt()
  if (state === 'conflict') return m.batch_error_next_conflict()
  if (state !== 'failed' && code !== 'sent-elsewhere') return ''
  const next = failedNext[code] ?? laterNext[code] ?? m.batch_error_next_retry
  // Where nothing was imported, nothing is imported again.
  return (next === m.batch_error_next_fix && !isOfFile ? m.batch_error_next_change : next)()
}

/** `price: 7750 → 7777, version: Sport → Base`, with the fields as the file names them, and values in words. */
const changedWords = (detail: string, columns: FileColumns): string =>
  detail
    .replace(shortChange, (_, start: string, field: string, old: string, now: string) => {
      return `${start}${field}: ${storedWords(field, old)} → ${storedWords(field, now)}`
    })
    .replace(fieldPrefix, (_, start: string, field: string) => `${start}${columnOf(field, columns)}: `)

/** A change of a field that is no text: a text may hold whatever is looked for. */
const notTexts = fieldNames.filter((field) => fieldNamed(field)?.kind !== 'text').join('|')
const shortChange = new RegExp(`(^|, )(${notTexts}): ([\\d.]+) → ([\\d.]+)(?=, |$)`, 'g')
const fieldPrefix = new RegExp(`(^|, )(${fieldNames.join('|')}): `, 'g')

function columnOf(field: string, columns: FileColumns): string {
  const written = fileColumn(field, columns)
  return written === field ? (fieldNamed(field)?.label() ?? field) : written
}
