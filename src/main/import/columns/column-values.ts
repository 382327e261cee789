import { currencies } from '#shared/batch/currency.ts'
import { fieldNamed } from '#shared/batch/field-lists.ts'
import { noMeaning } from '#shared/import/column-values.ts'
import type { ColumnValues } from '#shared/import/draft.ts'
import type { ColumnName } from '#shared/import/file-columns.ts'
import { dashIsNo, isDash, isNoValue } from '../check/no-value.ts'
import { listed } from '../check/scanners.ts'
import { currencyOf, flagOf, foldValue, stockFlagOf } from '../check/value-words.ts'
import type { Row } from '../rows/row.ts'
import { namesDelete, operationIn } from './action-columns.ts'

/** A column (counted from 0) with its field. */
export interface FieldColumn {
  readonly column: number
  readonly field: ColumnName
}

/** Reported values of one column; a column with more has no words of a short list. */
const mostShown = 50
/** In letters: longer ones are no words of it either. */
const longestShown = 200
/** Different values of one column that are counted. */
const mostCounted = 1_000

/** A column as its cells are read. */
interface ReadColumn extends FieldColumn {
  readonly header: string
  /** True if a dash says no in it. */
  readonly dashIsNo: boolean
}

/** The meaning that a cell has without being taught; null if it has none. */
function knownMeaning(cell: string, { field, header, dashIsNo: dashSays }: ReadColumn): string | null {
  const text = listed(cell)
  if (field === 'action') return operationIn(text, namesDelete(header))
  const unread = text === '' || isNoValue(text) ? noMeaning : null
  if (fieldNamed(field)?.kind === 'currency') {
    const currency = currencyOf(text)
    return currency === undefined ? unread : currencies[currency]
  }
  if (isDash(text) && !dashSays) return noMeaning
  const flag = (field === 'in_stock' ? stockFlagOf : flagOf)(text)
  return flag === undefined ? unread : flag === 1 ? 'yes' : 'no'
}

interface Counted {
  readonly text: string
  readonly line: number
  count: number
}

/** Counts what the cells of columns say. */
export class ValueCounts {
  readonly #columns: readonly (ReadColumn & { readonly counts: Map<string, Counted> })[]

  /** @param first the first rows, which show whether a dash says no */
  constructor(
    columns: readonly FieldColumn[],
    header: readonly string[],
    first: readonly (readonly string[])[],
  ) {
    this.#columns = columns.map(({ column, field }) => ({
      column,
      field,
      header: header[column] ?? '',
      counts: new Map(),
      dashIsNo: dashIsNo(first.map((cells) => cells[column]?.trim() ?? '')),
    }))
  }

  add(record: Row): void {
    for (const { column, counts } of this.#columns) {
      const text = record.text(column).trim()
      if (text.length > longestShown) continue
      const key = foldValue(text)
      const known = counts.get(key)
      if (known) known.count += 1
      else if (counts.size < mostCounted) counts.set(key, { text, line: record.line, count: 1 })
    }
  }

  counted(): ColumnValues[] {
    return this.#columns.map((column) => {
      const values = [...column.counts.values()]
        .map((each) => ({ ...each, means: knownMeaning(each.text, column) }))
        .toSorted((one, other) => other.count - one.count)
      // Those with a choice are always reported.
      const [open, known] = [true, false].map((isOpen) =>
        values.filter(({ means }) => (means === null) === isOpen),
      )
      const shown = new Set([...(open ?? []), ...(known ?? [])].slice(0, mostShown))
      return {
        column: column.column,
        values: values.filter((each) => shown.has(each)),
        more: values.length - shown.size,
      }
    })
  }
}
