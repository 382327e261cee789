import type { EditMark } from '#shared/inventory/advert.ts'
import { stateWords } from '#shared/inventory/state-words.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { GridColumn } from '../ui/grid/columns.ts'
import { filterWords } from './filter-words.ts'
import type { StockFilters } from './stock-filters.svelte.ts'

const markWords: Readonly<Record<EditMark, () => string>> = {
  batch: m.word_in_a_batch,
  conflict: m.word_conflict,
  person: m.inventory_legend_person,
}

/** Names that are spelt out: on paper there is no tooltip for the others. */
const mostNames = 20

type Listed = Pick<StockFilters, 'query' | 'states' | 'edited' | 'marked' | 'watched' | 'filters' | 'sort'>

/** Words for the listed adverts: the search, the states, what edits became, and the filters. */
export const listWords = ({ query, states, edited, marked, watched, filters }: Listed): string[] => [
  ...(query.text === '' ? [] : [m.inventory_print_search({ text: query.text })]),
  ...(states.length === 0 ? [] : [states.map(stateWords).join(', ')]),
  ...(edited ? [m.inventory_legend_proposed()] : []),
  ...(marked ? [markWords[marked]()] : []),
  ...(watched ? [m.inventory_filter_watched()] : []),
  ...filters.map((filter) => filterWords(filter, mostNames)),
]

/** By which columns the list is sorted, each with its direction. */
export const sortWords = ({ sort }: Listed, columns: readonly GridColumn<never>[]): string =>
  sort
    .map(({ column, descending }) => {
      const title = columns.find(({ id }) => id === column)?.title ?? column
      return `${title} ${descending ? '↓' : '↑'}`
    })
    .join(', ')
