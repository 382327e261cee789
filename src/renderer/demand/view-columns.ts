import { getLocale } from '#shared/i18n/locale.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { AdvertRow, ShownViews } from '#shared/inventory/advert.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import { formatAgo, formatNumber } from '../ui/format.ts'

/** Columns about views of adverts, as last read. A cell is empty if nothing is known, and never 0 then. */
export function viewColumns(now: () => number): GridColumn<AdvertRow>[] {
  // Shares stand one below the other by their decimals.
  const share = new Intl.NumberFormat(getLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const number = (
    id: string,
    [title, about]: readonly [string, () => string],
    value: (views: ShownViews) => number | null,
    words: (value: number) => string = formatNumber,
  ): GridColumn<AdvertRow> => ({
    id,
    title,
    width: 148,
    align: 'end',
    hidden: true,
    sortable: true,
    text: ({ viewed }) => {
      const known = viewed && value(viewed)
      return typeof known === 'number' ? words(known) : ''
    },
    copy: ({ viewed }) => String((viewed && value(viewed)) ?? ''),
    tip: ({ viewed }) =>
      viewed && value(viewed) !== null ? `${about()} ${readWords(viewed, now())}` : undefined,
  })
  return [
    { ...number('views', [m.demand_col_views(), m.demand_col_views_tip], ({ views }) => views), width: 164 },
    {
      id: 'viewsTrend',
      title: m.demand_col_trend(),
      width: 168,
      align: 'end',
      hidden: true,
      sortable: true,
      text: ({ viewed }) => trendWords(viewed?.trend),
      spark: ({ viewed }) => viewed?.spark,
      tip: ({ viewed }) => viewed && `${m.demand_col_trend_tip()} ${readWords(viewed, now())}`,
    },
    number('phones', [m.demand_col_phones(), m.demand_col_phones_tip], ({ phones }) => phones),
    number(
      'phoneRate',
      [m.demand_col_rate(), m.demand_col_rate_tip],
      ({ rate }) => rate,
      (rate) => share.format(rate),
    ),
  ]
}

/** `+12 %`, `−50 %`. */
function trendWords(trend: number | null | undefined): string {
  if (typeof trend !== 'number') return ''
  const sign = trend > 0 ? '+' : trend < 0 ? '−' : ''
  return `${sign}${formatNumber(Math.abs(trend))} %`
}

const readWords = ({ readAt }: ShownViews, now: number): string =>
  m.word_read_at({ when: formatAgo(readAt, now) })
