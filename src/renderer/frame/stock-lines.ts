import type { Component } from 'svelte'
import CalendarClock from '~icons/lucide/calendar-clock'
import CalendarX from '~icons/lucide/calendar-x'
import ChartNoAxesDown from '~icons/lucide/chart-no-axes-column-decreasing'
import EyeOff from '~icons/lucide/eye-off'
import ImageOff from '~icons/lucide/image-off'
import Images from '~icons/lucide/images'
import Scale from '~icons/lucide/scale'
import TrendingDown from '~icons/lucide/trending-down'
import TrendingUp from '~icons/lucide/trending-up'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { bulkCalls, usualLikes } from '#shared/search/position-calls.ts'
import { overMedian } from '#shared/search/position.ts'
import { readMoment } from '#shared/time/service-time.ts'
import { shownPriceWords } from '../inventory/advert-words.ts'
import {
  dearFrom,
  enoughPhotos,
  type Listed,
  type ListedKind,
  type Overview,
  type Shown,
} from '../inventory/overview/overview-bars.ts'
import type { TodayLine } from '../today/today-line.ts'
import { formatDate } from '../ui/format-date.ts'
import { formatMoney } from '../ui/format-money.ts'
import { formatNumber } from '../ui/format.ts'

/** A line of the stock: its words, and those of the car that it names. */
interface Kind {
  readonly icon: Component
  readonly what: () => string
  readonly car: (row: AdvertRow, now: number) => string
}

const carWords = ({ title, stockNumber }: AdvertRow): string =>
  stockNumber === undefined ? title : `${title} ${stockNumber}`

/** A car with its price: `BMW X3 2024 A-1042, $38,900`. */
const priced = (row: AdvertRow): string => `${carWords(row)}, ${shownPriceWords(row)}`

const dearest = (row: AdvertRow): string => m.today_car_dearest({ car: priced(row) })

const day = 24 * 3_600_000

/** The price of a car among similar ones, and for how many days it has been on sale. */
function marketWords(row: AdvertRow, now: number): string {
  const { position } = row
  const car = priced(row)
  const added = readMoment(row.addedAt)
  const days = added
    ? m.today_car_days({ count: Math.max(0, Math.floor((now - added.getTime()) / day)) })
    : ''
  if (!position) return car
  const over = overMedian(row, position)
  const { of } = position
  const rank = Math.max(1, position.rank ?? 1)
  const place =
    over === null || over === 0
      ? m.today_car_rank({ car, cheaper: formatNumber(rank - 1), of: formatNumber(of) })
      : (over > 0 ? m.today_car_over : m.today_car_under)({
          car,
          percent: Math.abs(over),
          of: formatNumber(of),
        })
  return [place, days].filter(Boolean).join(', ')
}

/** In the order in which they are shown. */
const kinds = {
  expired: {
    icon: CalendarX,
    what: m.inventory_state_expired,
    car: (row) => m.today_car_expired({ car: priced(row), date: formatDate(row.expiresAt) }),
  },
  expiring: {
    icon: CalendarClock,
    what: m.today_expiring,
    car: (row) => m.today_car_expires({ car: priced(row), date: formatDate(row.expiresAt) }),
  },
  dear: { icon: TrendingUp, what: () => m.today_dear({ percent: dearFrom }), car: marketWords },
  cheapest: { icon: TrendingDown, what: m.today_cheapest, car: marketWords },
  noPhoto: { icon: ImageOff, what: m.today_no_photo, car: dearest },
  fewPhotos: { icon: Images, what: () => m.today_few_photos({ count: enoughPhotos }), car: dearest },
  noViews: { icon: EyeOff, what: m.demand_filter_no_views, car: dearest },
  viewsFell: { icon: ChartNoAxesDown, what: m.demand_filter_fell, car: dearest },
  uncompared: { icon: Scale, what: m.today_uncompared, car: dearest },
} as const satisfies Partial<Readonly<Record<ListedKind, Kind>>>

/** Lines of the stock that need a person: each names a car, and what all of its cars are worth. */
export function stockLines(
  { listed }: Overview,
  ways: { readonly stock: (shown: Shown) => void; readonly compare: (shown: Shown) => void },
  now: number,
): (TodayLine | null)[] {
  return (Object.keys(kinds) as (keyof typeof kinds)[]).map((id) => {
    const { count, show, first, totals } = listed[id]
    if (count === 0) return null
    const { icon, what, car }: Kind = kinds[id]
    return {
      id,
      icon,
      tone: 'plain',
      count,
      what: what(),
      why: first ? car(first, now) : '',
      ...(count > 1 && totals.length > 0 && { worth: worthWords(totals) }),
      ...(id === 'uncompared' && { cost: m.today_requests_about({ count: comparingCalls(count) }) }),
      ...(id === 'uncompared'
        ? { action: m.today_compare({ count: formatNumber(count) }), run: () => ways.compare(show) }
        : { action: m.today_show({ count: formatNumber(count) }), run: () => ways.stock(show) }),
    }
  })
}

/** Calls for comparing all of them, said before anybody begins it. */
const comparingCalls = (count: number): number =>
  bulkCalls(count, usualLikes, { median: true, average: false })

const worthWords = (totals: Listed['totals']): string =>
  m.today_together({ sums: totals.map(({ currency, sum }) => formatMoney(sum, currency)).join(' + ') })
