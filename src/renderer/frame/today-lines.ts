import AlertCircle from '~icons/lucide/circle-alert'
import Gauge from '~icons/lucide/gauge'
import Hourglass from '~icons/lucide/hourglass'
import Pencil from '~icons/lucide/pencil'
import Plug from '~icons/lucide/unplug'
import PhoneMissed from '~icons/lucide/phone-missed'
import Question from '~icons/lucide/circle-question-mark'
import RefreshCw from '~icons/lucide/refresh-cw'
import ShoppingBag from '~icons/lucide/shopping-bag'
import FileUp from '~icons/lucide/file-up'
import { countOf, type Batch, type RowState } from '#shared/batch/row.ts'
import type { Feed } from '#shared/feeds/feeds-calls.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import { keptForOrders, type NearestQuota } from '#shared/settings/quota-packages.ts'
import { batchDeed } from '../batch/batch-title.ts'
import { nextStep } from '../batch/next-step.ts'
import type { Overview, Shown } from '../inventory/overview/overview-bars.ts'
import { shortTroubles } from '../orders/order-words.ts'
import type { TodayLine } from '../today/today-line.ts'
import { formatAgo, formatDateTime, formatNumber } from '../ui/format.ts'
import { stockLines } from './stock-lines.ts'

/** Facts of the account from what is saved, without a request. */
export interface TodayFacts {
  /** Its batches. */
  readonly batches: readonly Batch[]
  /** Names of the files that are open in the wizard. */
  readonly openFiles: readonly string[]
  readonly edits: { readonly adverts: number; readonly edits: number }
  readonly unseenOrders: number
  /** Orders that need a check, the newest first. */
  readonly troubledOrders: readonly OrderRow[]
  /** Statuses of orders that are not confirmed. */
  readonly statusDoubts: number
  /** Calls of buyers without an answer or a return. */
  readonly callsWaiting: number
  /** Null before it was counted. */
  readonly overview: Overview | null
  /**
   * Time when the stock was last read as a whole, ISO 8601, and how many requests another reading takes; null if it
   * never was.
   */
  readonly read: { readonly at: string; readonly calls: number | null } | null
  readonly quota: NearestQuota | null
  readonly feeds: readonly Feed[]
}

/** Targets of the lines' actions. */
export interface TodayWays {
  readonly batch: (id: string, rows: RowState | null) => void
  /** The batches that want a person. */
  readonly batches: () => void
  readonly imports: () => void
  readonly edits: () => void
  readonly orders: () => void
  /** The orders that need a check, and one of those whose status is in doubt. */
  readonly troubledOrders: () => void
  readonly calls: () => void
  readonly stock: (shown: Shown) => void
  /** The same, and the question what comparing all of them may cost. */
  readonly compare: (shown: Shown) => void
  readonly refresh: () => void
  readonly settings: () => void
}

/** Age of a stock's reading from which it is mentioned, in ms. */
const oldAfter = 24 * 3_600_000

/** All that wants a person, the most pressing first. */
export function todayLines(facts: TodayFacts, ways: TodayWays, now: number): TodayLine[] {
  return [
    rowsLine('doubt', 'in-doubt', facts, ways),
    statusLine(facts, ways),
    rowsLine('conflict', 'conflict', facts, ways),
    rowsLine('failed', 'failed', facts, ways),
    troubleLine(facts, ways),
    ordersLine(facts, ways),
    callsLine(facts, ways),
    waitingLine(facts, ways),
    filesLine(facts, ways),
    editsLine(facts, ways),
    ...(facts.overview ? stockLines(facts.overview, ways, now) : []),
    readLine(facts, ways, now),
    quotaLine(facts, ways),
    feedsLine(facts, ways, now),
  ].filter((line) => line !== null)
}

const rowWords = {
  doubt: { icon: Question, tone: 'warning', what: m.word_not_confirmed, action: m.activity_next_doubt },
  conflict: {
    icon: AlertCircle,
    tone: 'conflict',
    what: m.word_changed_since,
    action: m.activity_next_conflict,
  },
  failed: { icon: AlertCircle, tone: 'conflict', what: m.today_failed, action: m.activity_next_failed },
} as const

/** Rows in a state that wants a person: at once those rows if one batch has them, else the batches. */
function rowsLine(
  id: keyof typeof rowWords,
  state: RowState,
  { batches }: TodayFacts,
  ways: TodayWays,
): TodayLine | null {
  const having = batches.filter(({ counts }) => countOf(counts, state) > 0)
  const [newest, ...others] = having
  if (!newest) return null
  const count = having.reduce((sum, { counts }) => sum + countOf(counts, state), 0)
  const { icon, tone, what, action } = rowWords[id]
  return {
    id,
    icon,
    tone,
    count,
    what: what(),
    action: action({ count }),
    why: inWords(newest, others.length),
    run: () => (others.length === 0 ? ways.batch(newest.id, state) : ways.batches()),
  }
}

const inWords = (newest: Batch, others: number): string =>
  others === 0
    ? m.today_in_batch({ batch: batchDeed(newest) })
    : m.today_in_batches({ batch: batchDeed(newest), count: others })

function statusLine({ statusDoubts: count }: TodayFacts, ways: TodayWays): TodayLine | null {
  if (count === 0) return null
  return {
    id: 'statuses',
    icon: Question,
    tone: 'warning',
    count,
    what: m.today_statuses(),
    why: m.today_statuses_why(),
    action: m.today_orders_check({ count }),
    run: ways.troubledOrders,
  }
}

/** Ordered twice, gone, sold: the newest of them says which car and what about it. Doubts alone have a line of their own. */
function troubleLine({ troubledOrders }: TodayFacts, ways: TodayWays): TodayLine | null {
  const first = troubledOrders.find(({ statusDoubt }) => statusDoubt === null)
  if (!first) return null
  const count = troubledOrders.length
  const car = first.items[0]?.name ?? String(first.orderId)
  return {
    id: 'troubles',
    icon: ShoppingBag,
    tone: 'warning',
    count,
    what: m.today_troubles(),
    why: m.today_troubles_why({ car, trouble: shortTroubles(first) }),
    action: m.today_orders_check({ count }),
    run: ways.troubledOrders,
  }
}

function ordersLine({ unseenOrders: count }: TodayFacts, ways: TodayWays): TodayLine | null {
  if (count === 0) return null
  return {
    id: 'orders',
    icon: ShoppingBag,
    tone: 'plain',
    count,
    what: m.today_orders(),
    why: m.today_orders_why(),
    action: m.today_show({ count: formatNumber(count) }),
    run: ways.orders,
  }
}

function callsLine({ callsWaiting: count }: TodayFacts, ways: TodayWays): TodayLine | null {
  if (count === 0) return null
  return {
    id: 'calls',
    icon: PhoneMissed,
    tone: 'warning',
    count,
    what: m.today_calls(),
    why: m.today_calls_why(),
    action: m.today_calls_show({ count }),
    run: ways.calls,
  }
}

/** Batches that go on when a person says so. */
function waitingLine({ batches }: TodayFacts, ways: TodayWays): TodayLine | null {
  const waiting = batches.filter((batch) => nextStep(batch)?.rows === null)
  const [first, ...others] = waiting
  if (!first) return null
  return {
    id: 'waiting',
    icon: Hourglass,
    tone: 'batch',
    count: waiting.length,
    what: m.today_waiting(),
    why: inWords(first, others.length),
    action: m.word_continue(),
    run: () => (others.length === 0 ? ways.batch(first.id, null) : ways.batches()),
  }
}

function filesLine({ openFiles }: TodayFacts, ways: TodayWays): TodayLine | null {
  if (openFiles.length === 0) return null
  return {
    id: 'files',
    icon: FileUp,
    tone: 'plain',
    count: openFiles.length,
    what: m.today_files(),
    why: openFiles.join(', '),
    action: m.word_continue(),
    run: ways.imports,
  }
}

function editsLine({ edits: { adverts, edits } }: TodayFacts, ways: TodayWays): TodayLine | null {
  if (edits === 0) return null
  return {
    id: 'edits',
    icon: Pencil,
    tone: 'proposed',
    count: adverts,
    what: m.today_edits(),
    why: m.today_edits_why({ count: edits }),
    action: m.today_edits_review(),
    run: ways.edits,
  }
}

function readLine({ read }: TodayFacts, ways: TodayWays, now: number): TodayLine | null {
  if (read === null || now - Date.parse(read.at) < oldAfter) return null
  const days = Math.floor((now - Date.parse(read.at)) / oldAfter)
  const { calls } = read
  return {
    id: 'old',
    icon: RefreshCw,
    tone: 'plain',
    count: days,
    what: m.today_old({ count: days }),
    why: m.today_old_why({ when: formatDateTime(read.at) }),
    ...(calls !== null && { cost: m.today_requests({ count: calls }) }),
    action: m.today_read_again(),
    run: ways.refresh,
  }
}

function quotaLine({ quota }: TodayFacts, ways: TodayWays): TodayLine | null {
  if (quota === null || quota.level === 'enough') return null
  const limit = formatNumber(quota.limit)
  return {
    // Another limit is another trouble.
    id: `quota-${quota.span}`,
    icon: Gauge,
    tone: 'warning',
    count: quota.left,
    what: m.today_quota(),
    lessIsWorse: true,
    why: m.today_quota_why({ limit, kept: formatNumber(keptForOrders(quota.limit)) }),
    action: m.today_quota_settings(),
    run: ways.settings,
  }
}

function feedsLine({ feeds }: TodayFacts, ways: TodayWays, now: number): TodayLine | null {
  const failed = feeds.filter(({ last }) => last?.failure)
  const [first] = failed
  if (!first?.last) return null
  const when = formatAgo(first.last.at, now)
  return {
    id: 'feeds',
    icon: Plug,
    tone: 'conflict',
    count: failed.length,
    what: m.today_source(),
    why: `${first.name}, ${when}: ${first.last.failure ?? ''}`,
    action: m.today_source_open(),
    run: ways.imports,
  }
}
