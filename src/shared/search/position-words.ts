import { m } from '#shared/i18n/generated/messages.js'
import { currencies } from '../batch/currency.ts'
import { numberWords } from '../i18n/locale.ts'
import { fewLikes, type Position } from './position.ts'
import { similarWords } from './similar-words.ts'

export const priceWords = (price: number, currency: number): string =>
  `${numberWords(Math.round(price))} ${(currencies as Readonly<Record<number, string>>)[currency] ?? ''}`.trim()

const caveatWords: Readonly<Record<Position['caveats'][number], () => string>> = {
  region: m.search_caveat_region,
  gearbox: m.search_caveat_gearbox,
  mileage: m.search_caveat_mileage,
  years: m.search_caveat_years,
  median: m.search_caveat_median,
  average: m.search_caveat_average,
  few: m.search_caveat_few,
}

export const caveatsOf = ({ caveats }: Position): string[] => caveats.map((name) => caveatWords[name]())

/** The rank in a cell: `3 of 41`, which no spreadsheet takes for a date. */
export const rankWords = ({ rank, of }: Pick<Position, 'rank' | 'of'>): string =>
  rank === null ? m.search_position_alone() : m.search_position_of({ rank, of: Math.max(rank, of) })

/** The rank in a cell of the window, as dealers write it: `3/41`. */
export const rankShown = ({ rank, of }: Pick<Position, 'rank' | 'of'>): string => {
  if (rank === null) return m.search_position_alone()
  return of < fewLikes
    ? m.search_position_few({ of })
    : `${numberWords(rank)}/${numberWords(Math.max(rank, of))}`
}

/**
 * The position in one sentence: the price in percent of the median, and how many similar cars are cheaper.
 * @param proposed another price, of which only the percentage is known
 */
export function summaryWords(position: Position, proposed: number | null = null): string {
  const { price, of, cheaper, rank, median } = position
  if (rank === null) return m.search_position_none()
  if (of === 1) return m.search_position_median_one()
  const dearer = { of, cheaper: numberWords(cheaper) }
  if (median === null) return m.search_summary_rank(dearer)
  const percent = numberWords(Math.round(((proposed ?? price) / median) * 100))
  return proposed === null
    ? m.search_summary({ ...dearer, percent })
    : m.search_summary_proposed({ of, percent })
}

/** The median and on how many adverts it rests; null if there is none. */
export function medianWords({ median, currency, of }: Position): string | null {
  if (median === null) return null
  return of > 1
    ? m.search_position_median({ price: priceWords(median, currency), count: of })
    : m.search_position_median_one()
}

/** A position in sentences, one a line. */
export function positionWords(position: Position): string[] {
  const { price, currency, of, cheaper, rank, average } = position
  const median = medianWords(position)
  const similar = similarWords(position)
  return [
    rank === null
      ? m.search_position_none()
      : m.search_position_rank({ price: priceWords(price, currency), rank, of, cheaper }),
    ...(median === null ? [] : [median]),
    ...(average === null ? [] : [m.search_position_average({ price: priceWords(average, 1) })]),
    ...(similar.length === 0 ? [] : [`${m.search_similar()}: ${similar.join(' · ')}`]),
    ...caveatsOf(position),
    m.search_position_caveat(),
  ]
}
