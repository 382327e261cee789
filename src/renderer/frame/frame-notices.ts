import { m } from '#shared/i18n/generated/messages.js'
import { lowered } from '#shared/i18n/locale.ts'
import type { AppState } from '#shared/settings/app-calls.ts'
import { clockApartWords } from '#shared/words/clock-words.ts'
import { goneWords } from '#shared/words/gone-words.ts'
import { quotaLeft } from '#shared/settings/quota-packages.ts'
import type { ListedAccount } from '../accounts/accounts-state.svelte.ts'
import { formatNumber } from '../ui/format.ts'

type Place = AppState['unreadable'][number]

/** Names of a table's records, for a person; others are named by their file and table. */
const tableWords: Readonly<Record<string, () => string>> = {
  'cache.db, adverts': () => lowered(m.word_adverts()),
  'cache.db, advert_records': () => lowered(m.word_adverts()),
  'cache.db, orders': () => lowered(m.word_orders()),
  'cache.db, order_buyers': m.app_unreadable_buyers,
  'cache.db, lookup_answers': m.app_unreadable_lists,
  'edits.db, edits': m.app_unreadable_edits,
  'edits.db, changes': m.app_unreadable_steps,
  'forms.db, forms': m.app_unreadable_form,
  'staged.db, saved': m.app_unreadable_saved,
  'journal.db, batches': m.app_unreadable_batches,
  'journal.db, rows': m.app_unreadable_rows,
}

/** The notice of saved records that can't be read, under a key that is another one when more are found; null if there are none. */
function unreadableNotice(
  places: readonly Place[],
): { readonly key: string; readonly title: string; readonly text: string } | null {
  if (places.length === 0) return null
  const count = places.reduce((sum, place) => sum + place.count, 0)
  const named = new Map<string, number>()
  for (const { place, count: found } of places) {
    const name = tableWords[place]?.() ?? place
    named.set(name, (named.get(name) ?? 0) + found)
  }
  const what = [...named].map(([name, found]) => `${name} (${formatNumber(found)})`).join(', ')
  const isIn = (file: string): boolean => places.some(({ place }) => place.startsWith(`${file},`))
  const steps = [
    m.app_unreadable_what({ what }),
    ...(isIn('cache.db') ? [m.app_unreadable_refresh()] : []),
    ...(isIn('journal.db') ? [m.app_unreadable_imports()] : []),
    ...(isIn('edits.db') || isIn('forms.db') || isIn('staged.db') ? [m.app_unreadable_own()] : []),
  ]
  return { key: `unreadable-${count}`, title: m.app_unreadable_title({ count }), text: steps.join(' ') }
}

interface NoticeStep {
  readonly label: string
  readonly primary?: boolean
  readonly run: () => void
}

/** Notice above every page until it is put away or over. */
export interface FrameNotice {
  /** Another one if it is another trouble of the same kind: it was not put away. */
  readonly key: string
  readonly tone: 'warning' | 'accent'
  readonly title: string
  readonly text: string
  /** True if it can be put away for this run. */
  readonly hides: boolean
  readonly steps: readonly NoticeStep[]
}

interface NoticeFacts {
  readonly facts: AppState | null
  /** The active account, whose missing key is reported to the person. */
  readonly account: ListedAccount | null
  /** Rows that are not confirmed now. */
  readonly doubts: number
  /** The first-run question has not been answered yet. */
  readonly asking: boolean
}

/** Targets of the notices' steps. */
export interface NoticeWays {
  readonly connect: () => void
  readonly stay: () => void
  readonly doubts: () => void
  /** Null where they are open. */
  readonly settings: (() => void) | null
  readonly key: (accountId: string) => void
}

/** All that is to be said now, the most pressing first. */
export function frameNotices(
  { facts, account, doubts, asking }: NoticeFacts,
  ways: NoticeWays,
): FrameNotice[] {
  const unreadable = unreadableNotice(facts?.unreadable ?? [])
  return [
    keyNotice(account, ways),
    listed('damaged', facts?.damaged, m.app_damaged_title, m.app_damaged_text),
    facts?.clockApart ? warning('clock', m.app_clock_title(), clockApartWords(facts.clockApart)) : null,
    goneNotice(facts),
    listed('set-aside', facts?.setAside, m.app_set_aside_title, m.app_set_aside_text),
    unreadable && warning(unreadable.key, unreadable.title, unreadable.text),
    backupNotice(facts),
    facts && facts.lost > 0
      ? warning('behind', m.app_journal_behind_title({ count: facts.lost }), m.app_journal_behind_text())
      : null,
    doubtNotice(facts, doubts, ways),
    teamNotice(facts, ways),
    quotaNotice(facts, account, ways),
    asking ? welcomeNotice(ways, account?.isAllowed === false) : null,
  ].filter((notice) => notice !== null)
}

const warning = (
  key: string,
  title: string,
  text: string,
  steps: readonly NoticeStep[] = [],
): FrameNotice => ({ key, tone: 'warning', title, text, hides: true, steps })

const listed = (
  key: string,
  names: readonly string[] | undefined,
  title: () => string,
  text: (shown: { names: string }) => string,
): FrameNotice | null =>
  names && names.length > 0 ? warning(key, title(), text({ names: names.join(', ') })) : null

const goneNotice = (facts: AppState | null): FrameNotice | null =>
  facts && facts.gone.length > 0
    ? warning('gone', m.app_gone_title(), facts.gone.map(goneWords).join(' '))
    : null

const toSettings = ({ settings }: NoticeWays, primary = false): NoticeStep[] =>
  settings ? [{ label: m.app_quota_settings(), primary, run: settings }] : []

function keyNotice(account: ListedAccount | null, ways: NoticeWays): FrameNotice | null {
  if (!account || account.keyState === 'stored' || account.keyState === 'session-only') return null
  const { id, name, keyState } = account
  const isLocked = keyState === 'keychain-locked'
  return {
    key: `key-${id}`,
    tone: 'warning',
    hides: false,
    title: isLocked ? m.app_key_locked_title({ name }) : m.app_key_title({ name }),
    text: isLocked ? m.app_key_locked_text() : m.app_key_text(),
    steps: isLocked
      ? toSettings(ways, true)
      : [{ label: m.word_enter_the_key(), primary: true, run: () => ways.key(id) }],
  }
}

function backupNotice(facts: AppState | null): FrameNotice | null {
  const failure = facts?.backupFailure
  if (!failure) return null
  return warning(
    'backup',
    `${m.app_backup_failed_title()}. ${failure.words}`,
    `${failure.next} ${m.app_backup_failed_text()}`,
  )
}

/** Notice about calls in doubt that an earlier run left; how many there are now is counted in one place. */
function doubtNotice(facts: AppState | null, doubts: number, ways: NoticeWays): FrameNotice | null {
  if (!facts || facts.inDoubt === 0 || doubts === 0) return null
  return warning('in-doubt', m.app_in_doubt_title({ count: doubts }), m.app_in_doubt_text(), [
    { label: m.word_show_them(), primary: true, run: ways.doubts },
  ])
}

/** Once it is over, the next time is news again. */
const teamNotice = (facts: AppState | null, ways: NoticeWays): FrameNotice | null =>
  facts?.quota.whose === 'unreached'
    ? warning('team-away', m.team_banner_title(), m.team_banner_text(), toSettings(ways))
    : null

/** The hour's requests come back by themselves; the month's are what was paid for. */
function quotaNotice(
  facts: AppState | null,
  account: ListedAccount | null,
  ways: NoticeWays,
): FrameNotice | null {
  const rest = facts && quotaLeft(facts.quota.monthLimit, facts.quota.month)
  if (!rest || rest.level === 'enough') return null
  const left = formatNumber(rest.left)
  const limit = formatNumber(rest.limit)
  return warning(
    `quota-${rest.level}-${account?.id ?? ''}`,
    m.app_quota_low_title({ left, limit }),
    rest.level === 'low' ? m.app_quota_low_text() : m.app_quota_very_low_text(),
    toSettings(ways),
  )
}

/** @param isOff an administrator turned the sandbox off: there is nothing to stay in */
const welcomeNotice = (ways: NoticeWays, isOff: boolean): FrameNotice => ({
  key: 'welcome',
  tone: 'accent',
  hides: false,
  title: m.app_welcome_title(),
  // Nothing can be tried in one that is off.
  text: isOff ? '' : m.app_welcome_text(),
  steps: [
    ...(isOff ? [] : [{ label: m.app_welcome_stay(), run: ways.stay }]),
    { label: m.word_connect_your_account(), primary: true, run: ways.connect },
  ],
})
